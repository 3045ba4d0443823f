"""The storyteller's words: templates by kind of beat, in the notation of `gm.grammar`.

A template says only what its events say: no wound, death, find or name that a field does not bring. Number words stand
in fields, never in the template.
"""

from __future__ import annotations

from gm.phrases.classes import CLASSES
from gm.phrases.creatures import CREATURES
from gm.phrases.fights import FIGHTS
from gm.phrases.heroes import HEROES
from gm.phrases.journey import JOURNEY
from gm.phrases.options import OPTIONS

PHRASES: dict[str, tuple[str, ...]] = {**JOURNEY, **HEROES, **FIGHTS, **CREATURES, **CLASSES, **OPTIONS}
