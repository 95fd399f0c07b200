"""The web server: the HTTP API and the files of the web app."""
