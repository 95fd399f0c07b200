"""A route that reads its own request.

FastAPI documents it like any other, but does not resolve its parameters, which the busiest route can do without.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine
from typing import Any, Final

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import BaseModel, ValidationError

_ID: Final = re.compile("[A-Za-z0-9_-]{22}")


class QuickRoute(APIRoute):
    """Calls `endpoint(id, body, request)` with the id of the path and the validated JSON body."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The function that answers a request."""
        assert self.body_field is not None
        model: type[BaseModel] = self.body_field.field_info.annotation  # type: ignore[assignment]

        async def handler(request: Request) -> Response:
            (given,) = request.path_params.values()
            if not _ID.fullmatch(given):
                raise _invalid("path", "an id has 22 letters, digits, - or _")
            if not request.headers.get("content-type", "").startswith("application/json"):
                raise _invalid("body", "the body is JSON, and its content type says so")
            try:
                body = model.model_validate_json(await request.body())
            except ValidationError as error:
                raise RequestValidationError(error.errors(include_url=False, include_context=False)) from None
            response: Response = await self.endpoint(given, body, request)
            return response

        return handler


def _invalid(where: str, why: str) -> RequestValidationError:
    return RequestValidationError([{"loc": (where,), "msg": why}])
