"""Prompt templates, one file each and versioned; nothing but templates and their loader.

A file is called `NAME.vVERSION.md`. It begins with a header that repeats both, then come the words for the model: its
instructions, a line `===`, and what it is told this time, with `$fields` to fill in.
"""

from __future__ import annotations

import re
import string
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_HEADER = re.compile(r"---\nname: (?P<name>[a-z-]+)\nversion: (?P<version>\d+)\n---\n")
_FILE = re.compile(r"(?P<name>[a-z-]+)\.v(?P<version>\d+)\.md")
_DIVIDER = "\n===\n"


class PromptError(Exception):
    """A prompt template is missing, badly headed, or was not given all of its fields."""


@dataclass(frozen=True, slots=True)
class Template:
    """A prompt: its name, its version and its text with `$fields`."""

    name: str
    version: int
    text: str

    def fields(self) -> tuple[str, ...]:
        """The fields to fill in, in alphabetical order."""
        return tuple(sorted(string.Template(self.text).get_identifiers()))

    def render(self, **fields: str) -> tuple[str, str]:
        """Instructions and message, filled in. PromptError names a field that was not given."""
        system, divider, user = self.text.partition(_DIVIDER)
        if not divider:
            raise PromptError(f"prompt {self.name}.v{self.version} has no line '===' between instructions and message")
        try:
            return system.strip(), string.Template(user).substitute(fields).strip()
        except KeyError as missing:
            raise PromptError(f"prompt {self.name}.v{self.version} needs the field ${missing.args[0]}") from None


def versions(name: str) -> tuple[int, ...]:
    """The versions there are of a prompt, oldest first."""
    found = [m for m in (_FILE.fullmatch(entry.name) for entry in files(__name__).iterdir()) if m]
    return tuple(sorted(int(m["version"]) for m in found if m["name"] == name))


@cache
def load(name: str, version: int | None = None) -> Template:
    """A prompt by name: the newest version, or the one asked for."""
    known = versions(name)
    chosen = version if version is not None else (known[-1] if known else 0)
    if chosen not in known:
        raise PromptError(f"there is no prompt {name!r} in version {chosen or 'any'}; known versions: {list(known)}")
    raw = files(__name__).joinpath(f"{name}.v{chosen}.md").read_text(encoding="utf-8")
    header = _HEADER.match(raw)
    if header is None or (header["name"], int(header["version"])) != (name, chosen):
        raise PromptError(f"{name}.v{chosen}.md must begin with a header that says name: {name} and version: {chosen}")
    return Template(name, chosen, raw[header.end() :])
