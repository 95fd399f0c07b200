"""Errors over HTTP: the codes of the server, the `Problem` body, and the handlers that turn exceptions into answers.

Every error answer is a `Problem` with a code for programs, an English message for people and the values the message
mentions. Errors of the library keep their own codes, such as `core.conflicting-givens`; the codes of the server itself
are listed in `STATUSES`, with their texts in the catalogue `server`.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from shudu.core.errors import ConflictingGivens, ManySolutions, ShuduError
from shudu.locale.catalogue import Message
from shudu.store.errors import OwnerDeleted, StorageError

STATUSES: Final[Mapping[str, int]] = {
    "server.not-signed-in": 401,
    "server.cross-site": 403,
    "server.unknown-address": 404,
    "server.unknown-game": 404,
    "server.unknown-puzzle": 404,
    "server.unknown-session": 404,
    "server.unknown-transfer-code": 404,
    "server.no-daily-puzzle": 404,
    "server.no-puzzle-needs": 404,
    "server.bad-cursor": 404,
    "server.date-out-of-range": 404,
    "server.several-filters": 404,
    "server.method-not-allowed": 405,
    "server.body-too-slow": 408,
    "server.moves-conflict": 409,
    "server.bad-move": 409,
    "server.game-too-long": 409,
    "server.game-unfinished": 409,
    "server.name-taken": 409,
    "server.no-solution": 409,
    "server.several-solutions": 409,
    "server.body-too-large": 413,
    "server.unknown-host": 421,
    "server.invalid-request": 422,
    "server.json-expected": 422,
    "server.too-many-requests": 429,
    "server.too-many-jobs": 429,
    "server.internal-error": 500,
    "server.busy": 503,
    "server.busy-with-bodies": 503,
    "server.time-limit": 503,
    "server.memory-limit": 503,
    "server.worker-died": 503,
    "server.storage-unavailable": 503,
}
LOG: Final = logging.getLogger("shudu.server")

Handler = Callable[[Request, Any], Awaitable[JSONResponse]]
Responses = dict[int | str, dict[str, Any]]


class Problem(BaseModel):
    """The body of every error answer."""

    code: str = Field(
        description="Identifies the error for programs; the same in every language.", examples=["server.unknown-game"]
    )
    message: str = Field(description="One English sentence for people.")
    fields: dict[str, Any] = Field(default_factory=dict, description="The values the message mentions, by name.")
    detail: dict[str, Any] = Field(default_factory=dict, description="The same as `fields`; its former name.")


class ApiError(ShuduError):
    """An error of the server itself. Its code, a key of `STATUSES`, determines the HTTP status."""

    @property
    def status(self) -> int:
        """The HTTP status."""
        return STATUSES[self.code]


def error_response(error: ShuduError, status: int | None = None) -> JSONResponse:
    """Return the answer for an error of the server or of the library.

    A field `retry_after`, in seconds, is also sent as the header `Retry-After`.

    Args:
        error: The error.
        status: The HTTP status; by default that of the error.
    """
    fields = {name: to_json(value) for name, value in error.fields.items()} | _extra_fields(error)
    retry = error.fields.get("retry_after")
    headers = None if retry is None else {"retry-after": str(retry)}
    body = {"code": error.code, "message": str(error), "fields": fields, "detail": fields}  # see `Problem`
    return JSONResponse(body, status or _status(error), headers)


def to_json(value: object) -> Any:
    """Return a field of an error as JSON data. A message becomes its key and fields; other objects become text."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Message):
        return {"key": value.key, "fields": to_json(value.fields)}
    if isinstance(value, list | tuple):
        return [to_json(each) for each in value]
    if isinstance(value, Mapping):
        return {str(name): to_json(each) for name, each in value.items()}
    return str(value)


def _extra_fields(error: ShuduError) -> dict[str, Any]:
    if isinstance(error, ConflictingGivens):
        return {"cells": list(error.cells)}
    if isinstance(error, ManySolutions):
        return {"solutions": [grid.line for grid in error.witnesses]}
    return {}


def _status(error: ShuduError) -> int:
    """Return the status of an error: one of the library if what the request names is unknown, or cannot be done."""
    if isinstance(error, ApiError):
        return error.status
    return 404 if error.code.partition(".")[2].startswith("unknown-") else 409


_DESCRIPTIONS: Final = {
    401: "Not signed in.",
    403: "The request comes from another site.",
    404: "Not found, unknown, or it belongs to another player.",
    405: "The address does not support this method.",
    408: "The body did not arrive in time.",
    409: "The request cannot be carried out, or conflicts with the present state; `code` and `fields` give the reason.",
    413: "The body is too large.",
    422: "The request does not match this description; `code` and `fields` give the reason.",
    429: "Too many requests; retry after the seconds in `Retry-After`.",
    503: "Overloaded, out of time, or the database is unavailable. No acknowledged data is lost.",
}


def errors(*statuses: int, changing: bool = False) -> Responses:
    """Return the error answers of a route for its OpenAPI description.

    Args:
        statuses: The statuses specific to the route; 422 and 503 are always included.
        changing: Whether the route takes a body or changes data, which adds 403, 408 and 413.
    """
    every = sorted({*statuses, 422, 503, *((403, 408, 413) if changing else ())})
    return {status: {"model": Problem, "description": _DESCRIPTIONS[status]} for status in every}


async def handle_exception(request: Request, error: Exception) -> JSONResponse:
    """Return the answer for any exception."""
    handler = next(HANDLERS[kind] for kind in type(error).__mro__ if kind in HANDLERS)
    return await handler(request, error)


async def _handle_shudu_error(request: Request, error: ShuduError) -> JSONResponse:
    return error_response(error)


def describe_invalid(problems: Sequence[Mapping[str, Any]]) -> ApiError:
    """Return the error for a request that does not fit its model, from what pydantic reports."""
    first = [{"where": [str(part) for part in each["loc"]], "why": str(each["msg"])[:200]} for each in problems[:10]]
    return ApiError("server.invalid-request", errors=first)


async def _handle_invalid_request(request: Request, error: RequestValidationError) -> JSONResponse:
    problems = error.errors()
    cause = problems[0].get("ctx", {}).get("error")
    if isinstance(cause, ShuduError):  # raised by a validator; its code says more than pydantic does
        return error_response(cause, 422)
    return error_response(describe_invalid(problems))


async def _handle_http_exception(request: Request, error: HTTPException) -> JSONResponse:
    """Handle what FastAPI itself rejects: an unknown address, a wrong method, a body that is not JSON."""
    if error.status_code == 404:
        return error_response(ApiError("server.unknown-address"))
    if error.status_code == 405:
        answer = error_response(ApiError("server.method-not-allowed", method=request.method))
        answer.headers["allow"] = ", ".join(_find_methods(request))
        return answer
    where = {"where": ["body"], "why": str(error.detail)[:200]}
    return error_response(ApiError("server.invalid-request", errors=[where]))


def _find_methods(request: Request) -> list[str]:
    """Return all methods of the address of a request; the exception names those of one route only."""
    parts = request.scope["path"].removeprefix(request.scope["root_path"]).split("/")
    paths = {tuple(path.split("/")): item for path, item in request.app.openapi()["paths"].items()}
    same = [
        path
        for path in paths
        if len(path) == len(parts) and all(a == b or a[:1] == "{" for a, b in zip(path, parts, strict=True))
    ]
    nearest = min(same, key=lambda path: sum(part[:1] == "{" for part in path))
    return sorted(method.upper() for method in paths[nearest])


async def _handle_storage_error(request: Request, error: StorageError) -> JSONResponse:
    LOG.error("storage", extra={"facts": {"error": str(error)}})
    return error_response(ApiError("server.storage-unavailable"))  # the file's name and path are for the log only


async def _handle_deleted_player(request: Request, error: OwnerDeleted) -> JSONResponse:
    return error_response(ApiError("server.not-signed-in"))  # deleted by another request while this one ran


async def _handle_defect(request: Request, error: Exception) -> JSONResponse:
    LOG.error("defect", exc_info=error)
    return error_response(ApiError("server.internal-error"))


HANDLERS: Final[dict[type[Exception], Handler]] = {
    ShuduError: _handle_shudu_error,
    RequestValidationError: _handle_invalid_request,
    HTTPException: _handle_http_exception,
    StorageError: _handle_storage_error,
    OwnerDeleted: _handle_deleted_player,
    Exception: _handle_defect,
}
