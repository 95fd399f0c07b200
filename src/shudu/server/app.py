"""The application: the API under /api/v1, health and metrics for operators, and the files of the web app."""

from __future__ import annotations

import asyncio
import gc
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, PlainTextResponse
from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Mount, Route

import shudu
from shudu.server.errors import HANDLERS, ApiError, error_response, handle_exception
from shudu.server.limits import BodyLimits
from shudu.server.monitoring import LOG, Metrics, Monitoring, configure_logging
from shudu.server.routes import exchange, games, leaderboards, learn, moves, players, puzzles, solving
from shudu.server.settings import Settings
from shudu.server.state import State
from shudu.server.web_app import SecurityHeaders, WebApp
from shudu.store.errors import StorageError

API: Final = "/api/v1"
DESCRIPTION: Final = """Puzzles, games, players, statistics and leaderboards of shudu, and solving as a service.

Times and durations are in milliseconds; points in time count from 1970-01-01 UTC. Cells are written `r3c5`, candidates
`7r3c5`, houses `r3`, `c5`, `b2`. Every error is a `Problem` with a `code` for programs and a `message` for people."""

HEALTH_SECONDS: Final = 5.0  # for the database to answer a health check
_SWITCH_SECONDS: Final = 0.0005  # how long a thread may keep the event loop waiting; Python's default is ten times that

# Objects made between two collections of garbage, and collections between two of the older generations. The games in memory are
# hundreds of thousands of objects: with Python's defaults, scanning them took a quarter of the processor time.
_GARBAGE_THRESHOLDS: Final = (20_000, 20, 50)


def create_app(settings: Settings | None = None) -> Starlette:
    """Return the whole application.

    Args:
        settings: The settings; by default those of the environment.
    """
    settings = settings or Settings.load()
    metrics = Metrics()
    api = create_api()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        configure_logging(settings.log)
        sys.setswitchinterval(_SWITCH_SECONDS)
        async with State.open(settings, metrics) as state:
            app.state.shudu = api.state.shudu = state
            gc.freeze()  # what exists now stays; scanning it for garbage would pause every request
            gc.set_threshold(*_GARBAGE_THRESHOLDS)
            LOG.info("started", extra={"facts": {"database": state.database.name, "version": shudu.__version__}})
            yield
        LOG.info("stopped")

    return Starlette(
        routes=[
            Mount(API, api),
            Route("/healthz", get_health),
            Route("/metrics", get_metrics),
            Mount("/", WebApp()),
        ],
        middleware=[
            Middleware(Monitoring, metrics=metrics),
            Middleware(SecurityHeaders, hosts=settings.host_names),
            Middleware(BodyLimits),
            Middleware(moves.FastRouteMiddleware, route=moves.append_route, prefix=API, on_error=handle_exception),
        ],
        exception_handlers={404: _not_found},
        lifespan=lifespan,
    )


async def _not_found(request: Request, error: Exception) -> JSONResponse | PlainTextResponse:
    """Answer 404. An address with a line break matches no mount, not even that of the API, whose form is kept here."""
    if request.url.path.startswith("/api/"):
        return error_response(ApiError("server.unknown-address"))
    return PlainTextResponse("Not Found", 404)


def create_api() -> FastAPI:
    """Return the API alone. Its routes need `state.shudu` to be set."""
    api = Api(
        title="shudu",
        version=shudu.__version__,
        description=DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        servers=[{"url": API}],
        generate_unique_id_function=lambda route: route.name,
    )
    for resource in (moves, games, players, puzzles, solving, leaderboards, exchange, learn):
        api.include_router(resource.router)
    for kind, handler in HANDLERS.items():
        api.add_exception_handler(kind, handler)
    return api


class Api(FastAPI):
    """FastAPI that also describes the bodies that worker processes parse, and summarizes each address in a sentence."""

    def openapi(self) -> dict[str, Any]:
        """Return the OpenAPI description."""
        if self.openapi_schema is None:
            bodies: list[tuple[type[BaseModel], JsonSchemaMode]] = [(model, "validation") for model in exchange.BODIES]
            _, schemas = models_json_schema(bodies, ref_template="#/components/schemas/{model}")
            description = super().openapi()
            description["components"]["schemas"] |= schemas["$defs"]
            for methods in description["paths"].values():
                for operation in methods.values():
                    operation["summary"] = _first_sentence(operation["description"])
        return super().openapi()


def _first_sentence(text: str) -> str:
    return " ".join(re.split(r"\.(?:\s|$)", text, maxsplit=1)[0].split())


async def get_health(request: Request) -> JSONResponse:
    """Answer 200 if the database can be read and written, and 503 if not."""
    state: State = request.app.state.shudu
    try:
        async with asyncio.timeout(HEALTH_SECONDS):
            await state.database.check()
    except StorageError as error:
        return await handle_exception(request, error)
    except TimeoutError:
        LOG.error("health", extra={"facts": {"error": f"the database has not answered for {HEALTH_SECONDS:g} s"}})
        return error_response(ApiError("server.storage-unavailable"))
    return JSONResponse({"status": "ok", "version": shudu.__version__})


async def get_metrics(request: Request) -> PlainTextResponse:
    """Answer with the metrics for Prometheus."""
    state: State = request.app.state.shudu
    state.metrics.jobs.set(state.pool.load)
    for kind, amount in state.measure().items():
        state.metrics.levels.labels(kind).set(amount)
    return PlainTextResponse(state.metrics.render(), media_type="text/plain; version=0.0.4; charset=utf-8")
