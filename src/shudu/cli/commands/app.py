"""`shudu app`: the web app in its own window, and a launcher that opens it with a double click.

The window is pywebview's if it is installed, else a Chromium-based browser in app mode, else the default browser.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import threading
import time
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

import click

from shudu.cli.command import command as new_command
from shudu.cli.command import option
from shudu.cli.language import t

_PORT: Final = 47_881


@new_command("app")
@option("--install-shortcut", is_flag=True)
@option("--database")
def command(install_shortcut: bool, database: str | None) -> None:
    """Open the app in a window, or make a launcher entry for it."""
    if install_shortcut:
        _install_shortcut()
        return
    import uvicorn

    from shudu.cli.commands import serve

    serve.check_setup(database, workers=1)
    listener = serve.listen("127.0.0.1", _free_port())
    address = serve.address_of(listener)
    server = uvicorn.Server(serve.make_config())
    thread = threading.Thread(target=server.run, args=([listener],), name="shudu-server")
    thread.start()
    try:
        while not server.started and thread.is_alive():
            time.sleep(0.05)
        if not _open_window(address):
            click.echo(t("app.browser", address=address))
            thread.join()
    except KeyboardInterrupt:
        pass
    finally:
        server.should_exit = True
        thread.join()


def _free_port() -> int:
    """Return the usual port, or 0 for any other if it is taken. A browser keeps settings per port."""
    with socket.socket() as probe:
        if os.name != "nt":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", _PORT))
        except OSError:
            return 0
    return _PORT


def _open_window(address: str) -> bool:
    import platformdirs

    return open_window(address, Path(platformdirs.user_data_dir("shudu", appauthor=False)) / "window")


def _install_shortcut() -> None:
    icon = Path(__file__).parents[2] / "server/static" / ("icon-512.png" if sys.platform == "darwin" else "icon.svg")
    files = shortcut_files(sys.platform, Path.home(), sys.executable, icon.read_bytes() if icon.exists() else b"")
    install(files)
    for file in files:
        click.echo(t("app.written", file=str(file.path)))


TITLE: Final = "shudu 数独"
SIZE: Final = (1180, 820)

_BROWSERS: Final = {
    "linux": (
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
        "microsoft-edge",
        "brave-browser",
    ),
    "win32": (
        r"%ProgramFiles%\Google\Chrome\Application\chrome.exe",
        r"%ProgramFiles(x86)%\Google\Chrome\Application\chrome.exe",
        r"%ProgramFiles(x86)%\Microsoft\Edge\Application\msedge.exe",
        r"%ProgramFiles%\Microsoft\Edge\Application\msedge.exe",
    ),
    "darwin": (
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
    ),
}


def find_browser() -> str | None:
    """Return the path of a browser that can open an app window, or None."""
    candidates = (os.path.expandvars(name) for name in _BROWSERS.get(sys.platform, _BROWSERS["linux"]))
    return next((path for path in map(shutil.which, candidates) if path), None)


def open_window(address: str, profile: Path) -> bool:
    """Show the app in a window and return when it is closed; return False if it opened in the default browser.

    Args:
        address: The address of the server.
        profile: Folder in which the window keeps its settings.
    """
    profile.mkdir(parents=True, exist_ok=True)
    try:
        import webview
    except ModuleNotFoundError:
        pass
    else:
        webview.create_window(TITLE, address, width=SIZE[0], height=SIZE[1])
        with suppress(webview.errors.WebViewException):  # on Linux it needs Qt or GTK, which may be missing
            webview.start(private_mode=False, storage_path=str(profile))
            return True
    browser = find_browser()
    if browser is None:
        webbrowser.open(address)
        return False
    subprocess.run(browser_command(browser, address, profile), check=False, capture_output=True)
    return True


def browser_command(browser: str, address: str, profile: Path) -> list[str]:
    """Return the command that opens a separate window; with its own profile it ends when the window is closed."""
    size = f"--window-size={SIZE[0]},{SIZE[1]}"
    return [browser, f"--app={address}", f"--user-data-dir={profile}", size, "--no-first-run"]


class Shortcut(NamedTuple):
    """A file of a launcher entry."""

    path: Path
    content: bytes
    executable: bool = False


def shortcut_files(platform: str, home: Path, python: str, icon: bytes = b"") -> list[Shortcut]:
    """Return the files that make the app start by double click.

    Linux gets a desktop entry for the menu and one on the desktop, Windows a script in the start menu and on the
    desktop that starts without a console, macOS an app bundle.

    Args:
        platform: The value of `sys.platform`.
        home: The home folder.
        python: The Python interpreter that has shudu.
        icon: The icon: for macOS a PNG of 512 × 512, else SVG. Windows does not use it.
    """
    if platform == "win32":
        return _windows(home, python)
    return _macos(home, python, icon) if platform == "darwin" else _linux(home, python, icon)


def install(files: list[Shortcut]) -> None:
    """Write the files of a launcher entry."""
    for file in files:
        file.path.parent.mkdir(parents=True, exist_ok=True)
        file.path.write_bytes(file.content)
        if file.executable:
            file.path.chmod(0o755)


def _linux(home: Path, python: str, icon: bytes) -> list[Shortcut]:
    quoted = '"' + python.replace("\\", "\\\\").replace('"', '\\"').replace("$", "\\$").replace("`", "\\`") + '"'
    entry = "\n".join(
        [
            "[Desktop Entry]",
            "Type=Application",
            "Version=1.0",
            f"Name={TITLE}",
            "Comment=Sudoku: play, solve and watch",
            "Comment[zh_CN]=数独：玩、解、看",
            f"Exec={quoted.replace('%', '%%')} -m shudu app",
            "Icon=shudu",
            "Terminal=false",
            "Categories=Game;LogicGame;",
            "StartupWMClass=shudu",
            "",
        ]
    ).encode()
    share = home / ".local/share"
    files = [
        Shortcut(share / "icons/hicolor/scalable/apps/shudu.svg", icon),
        Shortcut(share / "applications/shudu.desktop", entry, executable=True),
    ]
    desktop = home / "Desktop"
    return [*files, Shortcut(desktop / "shudu.desktop", entry, executable=True)] if desktop.is_dir() else files


def _windows(home: Path, python: str) -> list[Shortcut]:
    # A shortcut file (.lnk) is binary and undocumented in parts; a script starts as well, and pythonw shows no console.
    interpreter = python[: -len("python.exe")] + "pythonw.exe" if python.lower().endswith("python.exe") else python
    command = f'"{interpreter}" -m shudu app'.replace('"', '""')
    script = f'CreateObject("WScript.Shell").Run "{command}", 0, False\r\n'.encode("utf-16")
    menu = home / "AppData/Roaming/Microsoft/Windows/Start Menu/Programs"
    return [Shortcut(folder / "shudu.vbs", script) for folder in (menu, home / "Desktop")]


def _macos(home: Path, python: str, icon: bytes) -> list[Shortcut]:
    bundle = home / "Applications/shudu.app/Contents"
    quoted = "'" + python.replace("'", "'\\''") + "'"
    script = f"#!/bin/sh\nexec {quoted} -m shudu app\n".encode()
    plist = f"""<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>CFBundleExecutable</key><string>shudu</string>
  <key>CFBundleIconFile</key><string>shudu</string>
  <key>CFBundleIdentifier</key><string>shudu.app</string>
  <key>CFBundleName</key><string>{TITLE}</string>
  <key>CFBundlePackageType</key><string>APPL</string>
  <key>NSHighResolutionCapable</key><true/>
</dict>
</plist>
""".encode()
    image = b"ic09" + (len(icon) + 8).to_bytes(4, "big") + icon  # the entry of an icon file for 512 × 512 pixels
    icons = b"icns" + (len(image) + 8).to_bytes(4, "big") + image
    return [
        Shortcut(bundle / "Info.plist", plist),
        Shortcut(bundle / "MacOS/shudu", script, executable=True),
        Shortcut(bundle / "Resources/shudu.icns", icons),
    ]
