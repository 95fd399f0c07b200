"""The files of the web app. Addresses that are pages of the app itself all get its index.html."""

from __future__ import annotations

import mimetypes
import os
from pathlib import Path
from typing import Final

from fastapi.responses import PlainTextResponse
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

STATIC: Final = Path(__file__).parent / "static"
_CACHE_FOREVER: Final = "public, max-age=31536000, immutable"  # names under assets/ contain a hash of the content
_REVALIDATE: Final = "no-cache"
_COMPRESSED: Final = {"br": ".br", "gzip": ".gz"}  # the build writes these beside the files; the smallest first


class WebApp(StaticFiles):
    """Serves the built web app, compressed where the browser accepts it.

    Args:
        folder: The folder with index.html and assets/.
    """

    def __init__(self, folder: Path = STATIC) -> None:
        super().__init__(directory=folder, check_dir=False, html=True)
        self._folder = folder

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return the file, or index.html if the address has no file extension."""
        if not (self._folder / "index.html").is_file():
            return PlainTextResponse("The web app is not built; `python3 dev.py run` builds and serves it.\n", 404)
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or "." in path.rsplit("/", 1)[-1]:
                raise
            response = await super().get_response("index.html", scope)
        response.headers["cache-control"] = _CACHE_FOREVER if path.startswith("assets/") else _REVALIDATE
        return response

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """Return the file, or its compressed copy if there is one the browser accepts."""
        headers = Headers(scope=scope)
        accepted = {name.split(";")[0].strip() for name in headers.get("accept-encoding", "").split(",")}
        for encoding, suffix in _COMPRESSED.items():
            copy = Path(f"{os.fspath(full_path)}{suffix}")
            if encoding in accepted and "range" not in headers and copy.is_file():
                return self._compressed_response(copy, encoding, mimetypes.guess_type(full_path)[0], headers)
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["vary"] = "accept-encoding"
        return response

    def _compressed_response(self, copy: Path, encoding: str, media_type: str | None, headers: Headers) -> Response:
        response = FileResponse(copy, stat_result=copy.stat(), media_type=media_type)
        response.headers.update({"content-encoding": encoding, "vary": "accept-encoding"})
        return NotModifiedResponse(response.headers) if self.is_not_modified(response.headers, headers) else response
