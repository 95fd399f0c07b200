"""A hook of MkDocs: the site has the icon of the web app."""

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the icon to the files of the site."""
    files.append(File.generated(config, "assets/icon.svg", abs_src_path="web/public/icon.svg"))
    return files
