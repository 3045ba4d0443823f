"""Every error that the engine raises, in one tree.

BrimstoneError
├── ChoiceError                 the answer to a Choice was not accepted; nothing changed
│   ├── IllegalChoice           no such option is legal now
│   ├── AmbiguousChoice         the words fit more than one option
│   ├── StaleChoice             the answer was meant for an earlier Choice
│   └── NotYourChoice           another seat decides
├── UndoRefused                 there is nothing to undo, or a revealed thing would be hidden again
├── ContentError                a pack is wrong: file, record, path and what would be right
├── SetupError                  a game cannot be set up as asked
├── JournalError                a journal is damaged, forged or from another version
├── ScriptError                 scripted dice or choices do not fit what happens
└── EffectDepthError            effects triggered one another more than 32 deep
"""

from __future__ import annotations


class BrimstoneError(Exception):
    """Base of all errors of the rules engine; `code` is stable for programs."""

    code = "brimstone"


class ChoiceError(BrimstoneError):
    """The answer to a Choice was not accepted; the game is unchanged."""

    code = "choice"


class IllegalChoice(ChoiceError):
    """No option of the pending Choice has this id."""

    code = "illegal_choice"


class AmbiguousChoice(ChoiceError):
    """The words given fit more than one option."""

    code = "ambiguous_choice"


class StaleChoice(ChoiceError):
    """The answer names a Choice that is no longer pending."""

    code = "stale_choice"


class NotYourChoice(ChoiceError):
    """Another seat decides the pending Choice."""

    code = "not_your_choice"


class UndoRefused(BrimstoneError):
    """Nothing to undo, or what was revealed cannot be hidden again without everyone's consent."""

    code = "undo_refused"


class ContentError(BrimstoneError):
    """A content pack does not hold: the message names file, record, path and what would be right."""

    code = "content"


class SetupError(BrimstoneError):
    """A game cannot be set up as asked."""

    code = "setup"


class JournalError(BrimstoneError):
    """A journal is damaged, forged, truncated or of another version."""

    code = "journal"


class ScriptError(BrimstoneError):
    """Scripted dice, cards or choices do not fit what happens at the table."""

    code = "script"


class EffectDepthError(BrimstoneError):
    """Effects triggered one another more than 32 deep."""

    code = "effect_depth"
