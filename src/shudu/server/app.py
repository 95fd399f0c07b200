"""The application: the API under /api/v1, figures and health for operators, and the files of the web app."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from sqlalchemy import select
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import Mount, Route

import shudu
from shudu.server.bodies import BoundedBodies
from shudu.server.files import WebApp
from shudu.server.headers import SecurityHeaders
from shudu.server.observing import LOG, Metrics, Observed, start_logging
from shudu.server.pool import JobRefused, TooBusy, TooLong
from shudu.server.problems import Refusal, problem
from shudu.server.routes import games, leaderboards, players, puzzles, solving
from shudu.server.settings import Settings
from shudu.server.state import State
from shudu.store.errors import StorageError

ABOUT = """Puzzles, games, players, statistics and leaderboards of shudu, and solving as a service.

Times are milliseconds. Cells are written `r3c5`, candidates `7r3c5`, houses `r3`, `c5`, `b2`. Every error is a
`Problem`: one word for programs, one sentence for people."""


def create_app(settings: Settings | None = None) -> Starlette:
    """The whole application."""
    settings = settings or Settings.read()
    metrics = Metrics()
    api = create_api()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        start_logging(settings.log)
        async with State.opened(settings, metrics) as state:
            app.state.shudu = api.state.shudu = state
            LOG.info("started", extra={"facts": {"database": state.database.name, "version": shudu.__version__}})
            yield
        LOG.info("stopped")

    return Starlette(
        routes=[
            Mount("/api/v1", api),
            Route("/healthz", healthz),
            Route("/metrics", show_metrics),
            Mount("/", WebApp()),
        ],
        middleware=[
            Middleware(Observed, metrics=metrics),
            Middleware(SecurityHeaders),
            Middleware(BoundedBodies),
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
        servers=[{"url": "/api/v1"}],
        generate_unique_id_function=lambda route: route.name,
    )
    for router in (games.router, players.router, puzzles.router, solving.router, leaderboards.router):
        api.include_router(router)
    for kind, handler in _HANDLERS.items():
        api.add_exception_handler(kind, handler)
    return api


async def healthz(request: Request) -> JSONResponse:
    """Whether the server can do its work: it asks the database."""
    state: State = request.app.state.shudu
    try:
        await state.database.one(select(1))
    except StorageError as error:
        return problem(503, "storage", str(error))
    return JSONResponse({"status": "ok", "version": shudu.__version__})


async def show_metrics(request: Request) -> PlainTextResponse:
    """Figures for Prometheus."""
    state: State = request.app.state.shudu
    state.metrics.jobs.set(state.pool.load)
    return PlainTextResponse(state.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


async def _refusal(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, Refusal)
    return problem(error.status, error.code, str(error), error.detail, error.headers)


async def _invalid(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    found = [
        {"where": [str(part) for part in each["loc"]], "why": str(each["msg"])[:200]} for each in error.errors()[:10]
    ]
    return problem(422, "invalid", "the request is not what this address takes", {"errors": found})


async def _http(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    words = {404: "not-found", 405: "method", 400: "invalid"}
    status = 422 if error.status_code == 400 else error.status_code
    headers = dict(error.headers) if error.headers else None
    return problem(status, words.get(error.status_code, "refused"), str(error.detail), headers=headers)


async def _job_refused(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, JobRefused)
    status, code = _JOB_CODES.get(error.kind, (422, "refused"))
    return problem(status, code, str(error), error.detail)


async def _defect(request: Request, error: Exception) -> JSONResponse:
    return problem(500, "defect", "this should not happen; please report it with what you did")


async def _too_long(request: Request, error: Exception) -> JSONResponse:
    return problem(503, "too-hard", "this takes longer than a request may; try it on your own machine")


async def _too_busy(request: Request, error: Exception) -> JSONResponse:
    return problem(503, "busy", "too many requests wait already; try again soon", headers={"retry-after": "2"})


async def _storage(request: Request, error: Exception) -> JSONResponse:
    LOG.error("storage", extra={"facts": {"error": str(error)}})
    return problem(503, "storage", "the server cannot reach its data now; nothing that was acknowledged is lost")


_JOB_CODES = {
    "MalformedGrid": (422, "malformed"),
    "ConflictingGivens": (422, "conflicting-givens"),
    "NoSolution": (409, "no-solution"),
    "ManySolutions": (409, "several-solutions"),
    "ImpossibleRequest": (422, "impossible"),
    "Defect": (500, "defect"),
}
_HANDLERS: dict[Any, Any] = {
    Refusal: _refusal,
    RequestValidationError: _invalid,
    HTTPException: _http,
    JobRefused: _job_refused,
    TooLong: _too_long,
    TooBusy: _too_busy,
    StorageError: _storage,
    Exception: _defect,
}
