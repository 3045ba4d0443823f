"""The rules oracle: answers rules questions, cited and verified, or says that the books don't say."""

from gm.oracle.oracle import Oracle
from gm.oracle.records import EDITIONS, MAX_QUESTION, Answer, Asking, Exchange, Mode, OracleError
from lore.answers import Citation, Claim

__all__ = [
    "EDITIONS",
    "MAX_QUESTION",
    "Answer",
    "Asking",
    "Citation",
    "Claim",
    "Exchange",
    "Mode",
    "Oracle",
    "OracleError",
]
