"""Random identifiers and secrets, and the clock."""

from __future__ import annotations

import hashlib
import secrets
import time
from base64 import urlsafe_b64encode


def new_id() -> str:
    """An identifier nobody can guess: 128 random bits as 22 characters."""
    return secrets.token_urlsafe(16)


def copy_id(of: str, owner: str) -> str:
    """The identifier of an owner's copy of something: the same whenever it is copied again."""
    return urlsafe_b64encode(hashlib.sha256(f"{owner} {of}".encode()).digest()[:16]).decode().rstrip("=")


def new_code() -> str:
    """A code a person can read aloud and type: 80 random bits as four groups of four, without look-alikes."""
    letters = "".join(secrets.choice("23456789ABCDEFGHJKLMNPQRSTUVWXYZ") for _ in range(16))
    return "-".join(letters[i : i + 4] for i in range(0, 16, 4))


def hash_of(secret: str) -> str:
    """What is stored in place of a secret. Secrets are random, so a plain hash cannot be searched back."""
    return hashlib.sha256(secret.encode()).hexdigest()


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000
