"""The worker process: reads jobs from standard input, runs them one by one and writes their output to standard output.

A message in either direction is one letter, the length of the content in four bytes, and the content:

    j   a job: one line of JSON (name, arguments, whether a body follows), then the body, passed on as bytes
    p   a piece of a streamed result
    r   the result as JSON, or the end of a stream; also written once, unasked, when the process is ready
    e   a pickled ShuduError that the job raised
    x   a defect: the exception's name; its traceback goes to standard error

The process ends when its parent closes the pipe.
"""

from __future__ import annotations

import json
import os
import pickle
import struct
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping
from queue import SimpleQueue
from typing import Any, BinaryIO, Final

from shudu.core.errors import ShuduError
from shudu.server.errors import ApiError

HEAD: Final = struct.Struct(">cI")
PIECE: Final = b"p"
RESULT: Final = b"r"
ERROR: Final = b"e"
DEFECT: Final = b"x"
_MOST_MEMORY: Final = 1 << 30  # bytes; unpacking the largest backup takes about half of that


def main() -> None:
    """Run jobs until the parent closes the pipe."""
    from shudu.server.workers.jobs import JOBS  # not above: the server imports this module for the protocol only

    if os.name == "posix":
        os.nice(int(sys.argv[1]))
        _limit_memory()
    requests: SimpleQueue[bytes] = SimpleQueue()
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # keep the output of stray print calls out of the protocol
    threading.Thread(target=_listen, args=(sys.stdin.buffer, requests), daemon=True).start()
    try:
        _write(answers, RESULT, b"ready")
        while True:
            for kind, content in _run(JOBS, requests.get()):
                _write(answers, kind, content)
    except BrokenPipeError:  # the parent is gone; a regular exit would fail, since a thread is reading standard input
        os._exit(0)


def _limit_memory() -> None:
    """Let a job that takes too much memory fail, so that it cannot use up that of the machine."""
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    limit = _MOST_MEMORY if most == resource.RLIM_INFINITY else min(_MOST_MEMORY, most)
    resource.setrlimit(resource.RLIMIT_DATA, (limit, most))


def _write(pipe: BinaryIO, kind: bytes, content: bytes) -> None:
    pipe.write(HEAD.pack(kind, len(content)) + content)
    pipe.flush()


def _listen(pipe: BinaryIO, requests: SimpleQueue[bytes]) -> None:
    """Read requests while a job runs, so that the end of the parent is noticed at once."""
    while head := pipe.read(HEAD.size):
        _, length = HEAD.unpack(head)
        requests.put(pipe.read(length))
    os._exit(0)


def _run(jobs: Mapping[str, Callable[..., Any]], request: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Run one job and yield the messages to write."""
    line, _, body = request.partition(b"\n")
    name, arguments, has_body = json.loads(line)
    if has_body:
        arguments["body"] = body
    try:
        result = jobs[name](**arguments)
        if isinstance(result, Iterator):
            for piece in result:
                yield PIECE, piece
            result = None
        yield RESULT, json.dumps(result, ensure_ascii=False, separators=(",", ":")).encode()
    except ShuduError as error:
        yield ERROR, pickle.dumps(error)
    except MemoryError:
        yield ERROR, pickle.dumps(ApiError("server.memory-limit", job=name))
    except Exception as error:
        traceback.print_exc()
        yield DEFECT, type(error).__name__.encode()


if __name__ == "__main__":
    main()
