"""What the engine asks a player: a Choice with its legal Options, as data.

Option ids are stable words (`move:3.07`, `hit:void-spiders-2`, `keep`); labels are for people. A Choice with a
`form` also accepts answers that match the form, e.g. any subset of dice for a re-roll (`grit:0,2`) or the faces of
physical dice (`3 5`).
"""

from __future__ import annotations

import msgspec

PARTY = "party"


class Option(msgspec.Struct, frozen=True, gc=False):
    """One legal answer. `target` names the space, model, item or card it is about; `detail` says what it does."""

    id: str
    label: str
    target: str | None = None
    extra: bool = False
    detail: str = ""


class Choice(msgspec.Struct, frozen=True, gc=False):
    """A decision that somebody must take before the game goes on.

    `who` is a hero's id or `party`; `agree` is `one` (whoever plays `who`) or `all` (every seat must agree);
    `rule` cites the rulebook; `about` carries ids that help a screen or a bot (roll, enemy, purpose).
    """

    id: int
    who: str
    kind: str
    prompt: str
    options: tuple[Option, ...]
    rule: str = ""
    form: str | None = None
    agree: str = "one"
    about: dict[str, str] = {}

    def option(self, id: str) -> Option | None:
        """The option with this id, if it is legal."""
        for option in self.options:
            if option.id == id:
                return option
        return None

    @property
    def ids(self) -> list[str]:
        """Ids of the legal options."""
        return [o.id for o in self.options]


def accepted_by_form(choice: Choice, answer: str) -> bool:
    """Whether an answer that is not listed matches the Choice's form.

    Forms: `subset:i,j,..` takes `grit:i,..` with distinct dice among those listed, since Grit re-rolls any number of
    dice while abilities say which; `dice:S,S,..` takes that many faces separated by blanks or commas, each 1..S.
    """
    form = choice.form
    if form is None:
        return False
    kind, _, spec = form.partition(":")
    if kind == "subset":
        verb, _, rest = answer.partition(":")
        parts = rest.split(",")
        offered = verb == "grit" and any(o.id.startswith("grit:") for o in choice.options)
        if not offered or not all(p.isdecimal() for p in parts):
            return False
        allowed = set(spec.split(","))
        return len(set(parts)) == len(parts) and set(parts) <= allowed
    if kind == "dice":
        sides = [int(s) for s in spec.split(",")]
        faces = answer.replace(",", " ").split()
        return len(faces) == len(sides) and all(
            f.isdecimal() and 1 <= int(f) <= s for f, s in zip(faces, sides, strict=True)
        )
    return False
