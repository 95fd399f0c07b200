"""The files of the web app. Addresses that are pages of the app itself all get its index.html."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from fastapi.responses import PlainTextResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC: Final = Path(__file__).parent / "static"
_FOR_EVER: Final = "public, max-age=31536000, immutable"  # names under assets/ carry a hash of the content
_ASK_AGAIN: Final = "no-cache"


class WebApp(StaticFiles):
    """Serves the built web app."""

    def __init__(self, folder: Path = STATIC) -> None:
        super().__init__(directory=folder, check_dir=False, html=True)
        self._folder = folder

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, or the app's page if the address names none."""
        if not (self._folder / "index.html").is_file():
            return PlainTextResponse("The web app is not built; `python3 dev.py run` builds and serves it.\n", 404)
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or "." in path.rsplit("/", 1)[-1]:
                raise
            response = await super().get_response("index.html", scope)
        response.headers["cache-control"] = _FOR_EVER if path.startswith("assets/") else _ASK_AGAIN
        return response
