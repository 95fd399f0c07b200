"""The application: routers, middleware and what lives as long as the server does."""

from __future__ import annotations

from fastapi import FastAPI
from fastapi.responses import JSONResponse

from shudu.server.files import WebApp
from shudu.server.headers import SecurityHeaders


def create_app() -> FastAPI:
    """The whole application."""
    app = FastAPI(title="shudu", openapi_url="/api/v1/openapi.json", docs_url=None, redoc_url=None)

    @app.get("/healthz", include_in_schema=False)
    async def healthz() -> JSONResponse:
        return JSONResponse({"status": "ok"})

    app.mount("/", WebApp())
    app.add_middleware(SecurityHeaders)
    return app
