"""Errors as the API tells them: a status, one word for programs, one sentence for people."""

from __future__ import annotations

from typing import Any, Final

from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field


class Problem(BaseModel):
    """Why a request was not carried out."""

    code: str = Field(description="One word, the same in every language, for programs.", examples=["malformed"])
    message: str = Field(description="One sentence in English, for people.")
    detail: dict[str, Any] = Field(default_factory=dict, description="What belongs to the code, such as cells.")


class Refusal(Exception):
    """Ends a request with a problem."""

    def __init__(
        self, status: int, code: str, message: str, headers: dict[str, str] | None = None, **detail: Any
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.headers = headers
        self.detail = detail


_MEANINGS: Final = {
    401: "You are not a player yet.",
    403: "The request comes from another site.",
    404: "There is no such thing, or it is not yours.",
    405: "The address does not take this method.",
    408: "The body did not come in time.",
    409: "It clashes with what is there.",
    413: "The body is too large.",
    422: "What was sent makes no sense; `code` and `detail` say why.",
    429: "Too many requests; `Retry-After` says when to come back.",
    503: "Too much to do, too hard, or the database is away; nothing that was acknowledged is lost.",
}
_ANY: Final = (422, 503)
_CHANGING: Final = (403, 408, 413)

Responses = dict[int | str, dict[str, Any]]


def errors(*statuses: int, changing: bool = False) -> Responses:
    """The problems a route can answer with, for its documentation."""
    every = sorted({*statuses, *_ANY, *(_CHANGING if changing else ())})
    return {status: {"model": Problem, "description": _MEANINGS[status]} for status in every}


def problem(
    status: int, code: str, message: str, detail: dict[str, Any] | None = None, headers: dict[str, str] | None = None
) -> JSONResponse:
    """The answer that tells a problem."""
    body = Problem(code=code, message=message, detail=detail or {})
    return JSONResponse(body.model_dump(), status, headers)
