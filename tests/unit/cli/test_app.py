"""`shudu app`: the window it opens, and the files of its launcher entry. Windows and macOS themselves are not run."""

import configparser
import plistlib
import subprocess
import sys
from pathlib import Path, PureWindowsPath
from types import SimpleNamespace

import pytest

from shudu.cli.commands import app


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "Desktop").mkdir()
    return tmp_path


def test_linux_gets_a_desktop_entry_that_starts_the_app(home: Path) -> None:
    files = app.shortcut_files("linux", home, "/opt/my python/bin/python", b"<svg/>")
    app.install(files)
    parser = configparser.RawConfigParser()
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    for folder in (".local/share/applications", "Desktop"):
        path = home / folder / "shudu.desktop"
        parser.read(path, encoding="utf-8")
        entry = parser["Desktop Entry"]
        assert entry["Exec"] == '"/opt/my python/bin/python" -m shudu app'
        assert entry["Terminal"] == "false" and entry["Name"] == "shudu 数独" and entry["Icon"] == "shudu"
        assert path.stat().st_mode & 0o111
    assert (home / ".local/share/icons/hicolor/scalable/apps/shudu.svg").read_bytes() == b"<svg/>"


def test_windows_gets_scripts_that_start_without_a_console(home: Path) -> None:
    files = app.shortcut_files("win32", home, r"C:\Program Files\Python\python.exe")
    assert [file.path.name for file in files] == ["shudu.vbs", "shudu.vbs"]
    assert files[1].path.parent == home / "Desktop" and "Start Menu" in str(files[0].path)
    text = files[0].content.decode("utf-16")
    assert text.startswith('CreateObject("WScript.Shell").Run "') and text.endswith('", 0, False\r\n')
    command = text.split('Run "')[1].rsplit('", 0')[0].replace('""', '"')
    assert command.endswith(" -m shudu app")
    assert PureWindowsPath(command.split('"')[1]) == PureWindowsPath(r"C:\Program Files\Python\pythonw.exe")


def test_macos_gets_an_app_bundle(home: Path) -> None:
    files = app.shortcut_files("darwin", home, "/Users/it's me/python", b"\x89PNG")
    app.install(files)
    bundle = home / "Applications/shudu.app/Contents"
    info = plistlib.loads((bundle / "Info.plist").read_bytes())
    script = bundle / "MacOS" / info["CFBundleExecutable"]
    assert info["CFBundlePackageType"] == "APPL" and script.stat().st_mode & 0o111
    checked = subprocess.run(["sh", "-n", script], capture_output=True, check=False)
    assert checked.returncode == 0
    assert "-m shudu app" in script.read_text(encoding="utf-8")
    icon = (bundle / "Resources" / f"{info['CFBundleIconFile']}.icns").read_bytes()
    assert icon == b"icns\0\0\0\x14ic09\0\0\0\x0c\x89PNG"


def test_without_pywebview_a_browser_opens_a_window_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[list[str]] = []
    monkeypatch.setitem(sys.modules, "webview", None)
    monkeypatch.setattr(app, "find_browser", lambda: "/usr/bin/chromium")
    monkeypatch.setattr(subprocess, "run", lambda command, **_: commands.append(command))
    assert app.open_window("http://127.0.0.1:1/", tmp_path / "window")
    assert commands[0][:2] == ["/usr/bin/chromium", "--app=http://127.0.0.1:1/"]
    assert f"--user-data-dir={tmp_path / 'window'}" in commands[0]


def test_pywebview_without_a_toolkit_leaves_the_window_to_a_browser(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class NoToolkit(Exception):
        pass

    def start(**_: object) -> None:
        raise NoToolkit

    webview = SimpleNamespace(
        create_window=lambda *_, **__: None, start=start, errors=SimpleNamespace(WebViewException=NoToolkit)
    )
    commands: list[list[str]] = []
    monkeypatch.setitem(sys.modules, "webview", webview)
    monkeypatch.setattr(app, "find_browser", lambda: "/usr/bin/chromium")
    monkeypatch.setattr(subprocess, "run", lambda command, **_: commands.append(command))
    assert app.open_window("http://127.0.0.1:1/", tmp_path)
    assert len(commands) == 1


def test_without_such_a_browser_the_default_one_opens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setitem(sys.modules, "webview", None)
    monkeypatch.setattr(app, "find_browser", lambda: None)
    monkeypatch.setattr("webbrowser.open", opened.append)
    assert not app.open_window("http://127.0.0.1:1/", tmp_path)
    assert opened == ["http://127.0.0.1:1/"]


def test_the_command_serves_until_the_window_closes(tmp_path: Path) -> None:
    """The window is replaced by a request, so that the test needs no screen."""
    script = f"""
import sys, urllib.request
from shudu.cli.commands import app
def window(address, profile):
    print(urllib.request.urlopen(address + 'healthz').status, flush=True)
    return True
app.open_window = window
sys.argv = ['shudu', 'app', '--database', {str(tmp_path / "games.sqlite")!r}]
from shudu.cli import main
main()
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, "200"), done.stderr
