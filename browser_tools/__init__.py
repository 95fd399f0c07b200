"""Start the server and a headless browser, and operate the web app: shared by browser tests, screenshots and benchmarks."""
