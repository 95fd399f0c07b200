"""The manifest of a job: that an unfinished output belongs to the same job, and which parts of it are done."""

from __future__ import annotations

from typing import Any, Final

from shudu.bulk.errors import BulkError
from shudu.bulk.inputs import InputFile
from shudu.bulk.job import Job, fingerprint
from shudu.bulk.places import LocalPlace, place
from shudu.bulk.tasks import Result

_JOB: Final = "job.json"
_MANIFEST: Final = "manifest.json"


class Manifest:
    """What is known of a job's output."""

    def __init__(self, job: Job, files: tuple[InputFile, ...]) -> None:
        self.job = job
        self._described = job.described(files)
        self._name = fingerprint(self._described)
        self.results: dict[str, Result] = {}
        self.resumed = 0

    @property
    def finished(self) -> dict[str, Any] | None:
        """The totals of the job, if it is finished."""
        found: dict[str, Any] | None = self.job.notes.read_json(_MANIFEST)
        return found

    def begin(self, overwrite: bool) -> None:
        """Makes the output ready, or finds what is done of the same job. Raises BulkError if it holds something else."""
        parts, notes = self.job.parts, self.job.notes
        if overwrite:
            self._clear()
        known = notes.read_json(_JOB)
        if known is None:
            self._refuse_file(overwrite)
            if not self.job.single and (names := parts.names()):
                raise BulkError(
                    f"{self.job.out} is not empty ({', '.join(sorted(names)[:3])}) and not the output of a bulk job; "
                    "name another folder"
                )
            notes.write_json(_JOB, {"fingerprint": self._name, "job": self._described})
        elif known["fingerprint"] != self._name:
            raise BulkError(
                f"{self.job.out} holds the output of another job: {_difference(known['job'], self._described)}; "
                "name another output, or start anew with --overwrite"
            )
        self._sweep()
        self._find_done()

    def end(self, totals: dict[str, Any]) -> None:
        """Notes that the job is finished and removes the notes of its parts."""
        notes = self.job.notes
        notes.write_json(_MANIFEST, {"fingerprint": self._name, "job": self._described, **totals})
        for name in notes.names() - {_JOB, _MANIFEST, "bad-rows.csv"}:
            notes.remove(name)
        self._sweep()

    def _sweep(self) -> None:
        """Removes what somebody was writing who was killed; a store of objects shows nothing of it."""
        for folder in (self.job.parts, self.job.notes):
            if isinstance(folder, LocalPlace):
                folder.sweep()

    def _find_done(self) -> None:
        """Reads the notes; one whose file is not there, or not of the right length, does not count."""
        notes, parts = self.job.notes, self.job.parts
        for name in sorted(notes.names() - {_JOB, _MANIFEST}):
            if not name.endswith(".json"):
                continue
            result = notes.read_json(name)
            if result is None or ("file" in result and parts.size(result["file"]) != result["bytes"]):
                continue
            if "kept" in result and notes.size(result["kept"]) != result["bytes"]:
                continue
            self.results[result["key"]] = result

    def _refuse_file(self, overwrite: bool) -> None:
        """An output file that is there was finished, by this job or another."""
        folder, _, name = self.job.out.rpartition("/")
        if self.job.single and not overwrite and place(folder).size(name) is not None:
            raise BulkError(f"{self.job.out} is there already; name another output, or replace it with --overwrite")

    def _clear(self) -> None:
        """Removes an output, if it is one of a bulk job."""
        if self.job.single:
            self.job.parts.clear()
        elif self.job.notes.read_json(_JOB) is not None:
            for name in self.job.parts.names():
                if name.startswith("part-"):
                    self.job.parts.remove(name)
            self.job.notes.clear()


def _difference(old: dict[str, Any], new: dict[str, Any]) -> str:
    for name, value in new.items():
        if old.get(name) != value:
            if name == "input":
                return "the input has changed"
            return f"its {name} is {_shown(old.get(name))}, now {_shown(value)}"
    return "its description differs"


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(f"{key}={each}" for key, each in value.items()) or "none"
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)
