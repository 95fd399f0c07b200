"""What each exception is told as: its answer in the API's form."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from shudu.server.observing import LOG
from shudu.server.pool import JobRefused, TooBusy, TooLong
from shudu.server.problems import Refusal, problem
from shudu.server.sessions import no_player
from shudu.store.errors import OwnerDeleted, StorageError

Handler = Callable[[Request, Any], Awaitable[JSONResponse]]


async def told(request: Request, error: Exception) -> JSONResponse:
    """The answer to an exception."""
    handler = next(HANDLERS[kind] for kind in type(error).__mro__ if kind in HANDLERS)
    return await handler(request, error)


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
    LOG.error("defect", exc_info=error)
    return problem(500, "defect", "this should not happen; please report it with what you did")


async def _too_long(request: Request, error: Exception) -> JSONResponse:
    return problem(503, "too-hard", "this takes longer than a request may; try it on your own machine")


async def _too_busy(request: Request, error: Exception) -> JSONResponse:
    return problem(503, "busy", "too many requests wait already; try again soon", headers={"retry-after": "2"})


async def _storage(request: Request, error: Exception) -> JSONResponse:
    LOG.error("storage", extra={"facts": {"error": str(error)}})
    return problem(503, "storage", "the server cannot reach its data now; nothing that was acknowledged is lost")


async def _gone(request: Request, error: Exception) -> JSONResponse:
    return await _refusal(request, no_player())  # deleted elsewhere while this request was on its way


_JOB_CODES: Final = {
    "MalformedGrid": (422, "malformed"),
    "ConflictingGivens": (422, "conflicting-givens"),
    "NoSolution": (409, "no-solution"),
    "ManySolutions": (409, "several-solutions"),
    "ImpossibleRequest": (422, "impossible"),
    "BadBackup": (422, "backup"),
    "Defect": (500, "defect"),
}
HANDLERS: Final[dict[type[Exception], Handler]] = {
    Refusal: _refusal,
    RequestValidationError: _invalid,
    HTTPException: _http,
    JobRefused: _job_refused,
    TooLong: _too_long,
    TooBusy: _too_busy,
    StorageError: _storage,
    OwnerDeleted: _gone,
    Exception: _defect,
}
