"""The code beside a puzzle: a link that opens it in the app, as a QR code."""

from __future__ import annotations

import io

from shudu.core.errors import ShuduError


def link_to(line: str, address: str) -> str:
    """The link that opens a puzzle in the app at an address. What comes after `#` no server sees.

    >>> link_to("." * 81, "https://example.org")[:24]
    'https://example.org/#/p/'
    """
    return f"{address.rstrip('/')}/#/p/{line}"


def qr_code(text: str) -> str:
    """The QR code of a text, as SVG. Raises ShuduError if segno is not installed."""
    try:
        import segno
    except ImportError:
        raise ShuduError("QR codes need segno; install it with: pip install 'shudu[print]'") from None
    buffer = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        buffer, kind="svg", border=2, xmldecl=False, svgclass=None, lineclass=None
    )
    return buffer.getvalue().decode()
