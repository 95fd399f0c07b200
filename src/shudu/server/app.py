"""The application: the API under /api/v1, figures and health for operators, and the files of the web app."""

from __future__ import annotations

import gc
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Mount, Route

import shudu
from shudu.server.bodies import BoundedBodies
from shudu.server.files import WebApp
from shudu.server.headers import SecurityHeaders
from shudu.server.observing import LOG, Metrics, Observed, start_logging
from shudu.server.problems import problem
from shudu.server.routes import exchange, games, leaderboards, players, printing, puzzles, solving
from shudu.server.routes.quick import Shortcut
from shudu.server.settings import Settings
from shudu.server.state import State
from shudu.server.telling import HANDLERS, told
from shudu.store.errors import StorageError

API: Final = "/api/v1"
ABOUT: Final = """Puzzles, games, players, statistics and leaderboards of shudu, and solving as a service.

Times are milliseconds. Cells are written `r3c5`, candidates `7r3c5`, houses `r3`, `c5`, `b2`. Every error is a
`Problem`: one word for programs, one sentence for people."""

_TURN: Final = (
    0.0005  # seconds that a thread may keep the event loop waiting for its turn; Python's own is ten times that
)


def create_app(settings: Settings | None = None) -> Starlette:
    """The whole application."""
    settings = settings or Settings.read()
    metrics = Metrics()
    api = create_api()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        start_logging(settings.log)
        sys.setswitchinterval(_TURN)
        async with State.opened(settings, metrics) as state:
            app.state.shudu = api.state.shudu = state
            gc.freeze()  # what is there now stays: looking through it for garbage would hold up everybody
            LOG.info("started", extra={"facts": {"database": state.database.name, "version": shudu.__version__}})
            yield
        LOG.info("stopped")

    return Starlette(
        routes=[
            Mount(API, api),
            Route("/healthz", healthz),
            Route("/metrics", show_metrics),
            Mount("/", WebApp()),
        ],
        middleware=[
            Middleware(Observed, metrics=metrics),
            Middleware(SecurityHeaders),
            Middleware(BoundedBodies),
            Middleware(Shortcut, route=games.quick_route, prefix=API, told=told),
        ],
        exception_handlers={404: _not_found},
        lifespan=lifespan,
    )


async def _not_found(request: Request, error: Exception) -> JSONResponse | PlainTextResponse:
    """An address with a line break in it matches no route, not even that of the API; the API still answers in its form."""
    if request.url.path.startswith("/api/"):
        return problem(404, "unknown", "There is no such address.")
    return PlainTextResponse("Not Found", 404)


def create_api() -> FastAPI:
    """The API alone, which needs the state of a running server."""
    api = FastAPI(
        title="shudu",
        version=shudu.__version__,
        description=ABOUT,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        servers=[{"url": API}],
        generate_unique_id_function=lambda route: route.name,
    )
    for part in (games, players, puzzles, solving, leaderboards, exchange, printing):
        api.include_router(part.router)
    for kind, handler in HANDLERS.items():
        api.add_exception_handler(kind, handler)
    return api


async def healthz(request: Request) -> JSONResponse:
    """Whether the server can do its work: to read is not enough, moves are written."""
    state: State = request.app.state.shudu
    try:
        await state.database.check()
    except StorageError as error:
        return await told(request, error)  # which file it is, and where, is for the log alone
    return JSONResponse({"status": "ok", "version": shudu.__version__})


async def show_metrics(request: Request) -> PlainTextResponse:
    """Figures for Prometheus."""
    state: State = request.app.state.shudu
    state.metrics.jobs.set(state.pool.load)
    return PlainTextResponse(state.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
