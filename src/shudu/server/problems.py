"""Errors as the API tells them: a status, one word for programs, one sentence for people."""

from __future__ import annotations

from typing import Any

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


def problem(
    status: int, code: str, message: str, detail: dict[str, Any] | None = None, headers: dict[str, str] | None = None
) -> JSONResponse:
    """The answer that tells a problem."""
    body = Problem(code=code, message=message, detail=detail or {})
    return JSONResponse(body.model_dump(), status, headers)
