"""A process that works out jobs: it reads a request, writes pieces and an answer, and reads the next.

A message is a letter, the length of its body in four bytes, and the body: requests `j` (a line of JSON: name, arguments and
whether bytes follow it, which are handed to the job as they are), answers `r` (JSON), `p` (a piece of a stream), `e` (JSON: the kind of error and its words). Once it has started it writes an
`r` unasked. The process ends with its parent.
"""

from __future__ import annotations

import json
import os
import struct
import sys
import threading
import traceback
from collections.abc import Iterator
from queue import SimpleQueue
from typing import Any, BinaryIO, Final

from shudu.core.errors import ConflictingGivens, ManySolutions, ShuduError
from shudu.server.jobs import JOBS

HEAD: Final = struct.Struct(">cI")


def main() -> None:
    """Works until the parent closes the pipe."""
    if os.name == "posix":
        os.nice(int(sys.argv[1]))
    requests: SimpleQueue[bytes] = SimpleQueue()
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a job prints must not get between the answers
    threading.Thread(target=_listen, args=(sys.stdin.buffer, requests), daemon=True).start()
    _answer(answers, b"r", b"ready")
    while True:
        for kind, body in _worked(requests.get()):
            _answer(answers, kind, body)


def _answer(pipe: BinaryIO, kind: bytes, body: bytes) -> None:
    pipe.write(HEAD.pack(kind, len(body)) + body)
    pipe.flush()


def _listen(pipe: BinaryIO, requests: SimpleQueue[bytes]) -> None:
    """Takes requests while a job runs, to notice at once when the parent is gone."""
    while head := pipe.read(HEAD.size):
        _, length = HEAD.unpack(head)
        requests.put(pipe.read(length))
    os._exit(0)


def _worked(request: bytes) -> Iterator[tuple[bytes, bytes]]:
    line, _, body = request.partition(b"\n")
    name, arguments, follows = json.loads(line)
    if follows:
        arguments["body"] = body
    try:
        outcome = JOBS[name](**arguments)
        if isinstance(outcome, Iterator):
            for piece in outcome:
                yield b"p", piece
            outcome = None
        yield b"r", _json(outcome)
    except ShuduError as error:
        yield b"e", _json(_told(error))
    except Exception:
        traceback.print_exc()
        yield b"e", _json({"kind": "Defect", "message": f"the job {name} failed: a defect", "detail": {}})


def _told(error: ShuduError) -> dict[str, Any]:
    detail: dict[str, Any] = {}
    if isinstance(error, ConflictingGivens):
        detail["cells"] = list(error.cells)
    if isinstance(error, ManySolutions):
        detail["solutions"] = [grid.line for grid in error.witnesses]
    return {"kind": type(error).__name__, "message": str(error), "detail": detail}


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


if __name__ == "__main__":
    main()
