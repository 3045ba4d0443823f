"""What a player may type at the table besides an answer: questions, looks at things, receipts, undo, bots."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from api import screen
from api.screen import safe
from rules_engine.errors import BrimstoneError, UndoRefused

if TYPE_CHECKING:
    from api.terminal import Terminal
    from gm.oracle import Answer, Oracle

COMMANDS = {
    "?question": "ask the rules: ?how does fear work",
    "persona": "who answers: `persona gunslinger`; `persona plain` for the answer alone",
    "wrong": "the last answer was wrong: `wrong it costs 2 Grit` keeps it as a case for the evaluation",
    "map": "the whole map",
    "party": "the party; `party Ada` for one hero's sheet",
    "dice": "receipts of the last rolls; `dice 10` for ten; `dice off` stops showing each roll, `dice on` goes on",
    "what": "what an option or a thing does: `what 3`, `what whiskey`",
    "why": "the rule behind what is asked",
    "log": "the last things that happened, as plain facts; `log 30`",
    "story": "the story so far; `story FILE` writes it",
    "rule": "the host puts something right: `rule {heal: {wounds: 2}} because the bandage was forgotten`",
    "rerolls": "`rerolls 10` declines those that help less than 10 times in 100; `rerolls all` offers all",
    "undo": "take your last choice back",
    "mission": "the Mission: its goal, Special Rules, Reward and Failure",
    "auto": "let the bot decide this one; `auto turn` the rest of the Game Turn, `auto all` the rest of the game",
    "hint": "what the bot would do",
    "save": "where this game is saved (after each answer, always)",
    "resume": "how to come back to this game later",
    "help": "this list",
    "quit": "leave; the game is saved",
}


MOST_EARLIER = 8
TALK = "terminal"
DEPTH_MARKS = "Depth Track: H the Hero Party, D the Darkness, X both, : a Blood Spatter space, ! a Growing Dread space"


class Commands:
    """The commands at one terminal."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self._oracle: Oracle | None = None
        self._asked: list[Answer] = []
        self._persona = "plain"
        self._verbs: dict[str, Callable[[str], None]] = {
            "persona": self._who_answers,
            "wrong": self._wrong,
            "map": self._map,
            "party": self._party,
            "mission": self._mission,
            "dice": self._dice,
            "what": self._what,
            "why": self._why,
            "log": self._log,
            "story": self._story,
            "rule": self._rule,
            "rerolls": self._rerolls,
            "undo": self._undo,
            "auto": self._auto,
            "hint": self._hint,
            "save": self._save,
            "resume": self._save,
            "help": self._help,
            "quit": self._quit,
            "exit": self._quit,
        }

    def run(self, typed: str) -> bool:
        """Do what the line asks for; False if it is no command."""
        if typed.startswith("?"):
            self._ask(typed[1:].strip())
            return True
        word, _, rest = typed.partition(" ")
        verb = self._verbs.get(word.lower())
        if verb is None or not self._takes(word.lower(), rest.strip()):
            return False
        verb(rest.strip())
        return True

    @staticmethod
    def _takes(word: str, rest: str) -> bool:
        """Whether a command may stand with these words; `dice 3` may, `dice to the wall` is an answer."""
        if word in ("persona", "wrong"):
            return word == "wrong" or len(rest.split()) <= 1
        if not rest or word in ("party", "story", "what"):
            return True
        if word == "rule":
            return rest[0] in "{[" or " because " in f" {rest} "
        if word in ("dice", "log"):
            return rest.isdecimal() or (word == "dice" and rest.lower() in ("on", "off"))
        if word == "rerolls":
            return len(rest.split()) == 1
        return word == "auto" and rest.lower() in ("turn", "all")

    def _mission(self, _: str) -> None:
        from api.screen import mission_sheet

        self.terminal.console.print(mission_sheet(self.terminal.session.game))

    # --- asking -------------------------------------------------------------------------------------------------------

    def _ask(self, question: str) -> None:
        from gm.models import embedding_model, voice
        from gm.oracle import Oracle, OracleError
        from gm.settings import Settings

        terminal = self.terminal
        if not question:
            terminal.say("ask after the question mark, such as: ?can I shoot past another hero", "yellow")
            return
        try:
            if self._oracle is None:
                self._oracle = Oracle(
                    Settings().folder(),
                    voice=voice(),
                    chroma_url=Settings().chroma_url,
                    embedding=embedding_model(),
                    notice=lambda said: terminal.say(f"({said})", "dim"),
                )
                moment = "for the first time: half a minute, once" if self._oracle.first_time else "this takes a moment"
                terminal.say(f"(opening the rulebooks; {moment})", "dim")
            game = terminal.session.game
            asker = game.pending.who if game.pending is not None else ""
            answer = self._oracle.ask(
                question,
                game.state.edition,
                game=game,
                hero=asker if asker in game.state.heroes else None,
                earlier=[one.exchange for one in self._asked[-MOST_EARLIER:]],
                persona=self._persona,
                collection=terminal.collection,
            )
        except OracleError as error:
            terminal.say(str(error), "yellow")
        except Exception as error:  # an index that cannot be read must not end a game
            terminal.say(f"the rules cannot be searched here: {error}", "yellow")
        else:
            self._asked.append(answer)
            for line in answer_lines(answer):
                terminal.console.print(line)

    def _who_answers(self, name: str) -> None:
        from gm.oracle.persona import personas

        known = personas()
        if name.lower() not in known:
            told = "; ".join(f"{one.id}: {one.about}" for one in known.values())
            self.terminal.say(f"who answers is {self._persona}; there are {told}", "yellow" if name else "")
            return
        self._persona = name.lower()
        self.terminal.say(f"{known[self._persona].name} answers from now on")

    def _wrong(self, note: str) -> None:
        from gm.oracle.history import History
        from gm.settings import Settings
        from gm.store import Store, TableError

        if not self._asked:
            self.terminal.say("nothing was asked yet that could be wrong", "yellow")
            return
        try:
            store = Store(Settings().database)
            try:
                history = History(store)
                history.judge(TALK, history.keep(TALK, self._asked[-1]), False, note)
            finally:
                store.close()
        except TableError as error:
            self.terminal.say(f"that could not be kept: {error}", "yellow")
        else:
            self.terminal.say(f"noted as wrong: {safe(self._asked[-1].question)}")

    def close(self) -> None:
        """Let go of the rules index."""
        if self._oracle is not None:
            self._oracle.close()
            self._oracle = None

    def _why(self, _: str) -> None:
        terminal = self.terminal
        choice = terminal.session.game.pending
        if choice is None:
            return
        rule = choice.rule or "no heading is named: a card, an ability or the order of play asks for it"
        terminal.say(f"{terminal.decider()} decides ({choice.kind.replace('_', ' ')}). Rule: {rule}")

    def _what(self, words: str) -> None:
        from api.explain import by_name, option_in_words

        terminal = self.terminal
        game, listed = terminal.session.game, terminal.listed
        option = listed.numbered(int(words)) if listed is not None and words.isascii() and words.isdecimal() else None
        if option is not None:
            told = option_in_words(game, option)
            terminal.say(f"{option.label}: {told}" if told else f"{option.label}: there is no more to it than that")
            return
        found = by_name(game, words) if words else []
        for name, told in found[:6]:
            terminal.console.print(Text(safe(name), "bold").append(f": {safe(told)}", "not bold"))
        if not found:
            terminal.say("say what: a number of the list, or the name of a thing carried, in play or fought", "yellow")

    # --- looking ------------------------------------------------------------------------------------------------------

    def _map(self, _: str) -> None:
        terminal = self.terminal
        game = terminal.session.game
        if not game.state.tiles:
            terminal.say("no Map Tile lies on the table yet")
            return
        marked = terminal.listed.on_map if terminal.listed is not None else frozenset()
        terminal.console.print(screen.board_map(game, marked), soft_wrap=True)
        terminal.console.print(screen.tile_legend(game))
        known = screen.glyphs(game)
        told = [f"{glyph} {game.table.name(id)}" for id, glyph in known.items()]
        marks = "? exit not known yet, x closed, @ Gate, # wall corner"
        terminal.console.print(Text(safe("  ".join([*told, marks])), "dim"))
        terminal.console.print(Text(DEPTH_MARKS, "dim"))

    def _party(self, who: str) -> None:
        terminal = self.terminal
        game = terminal.session.game
        wanted = [h for h in game.state.heroes.values() if who.lower() in f"{h.name} {h.cls}".lower()]
        if not game.state.heroes:
            terminal.say("no hero has joined yet")
        elif not wanted:
            terminal.say(f"nobody here is called '{who}'", "yellow")
        for line in screen.party_lines(game):
            terminal.console.print(line)
        for hero in wanted:
            terminal.console.print()
            terminal.console.print(screen.hero_sheet(game, hero))

    def _dice(self, count: str) -> None:
        if count.lower() in ("on", "off"):
            self.terminal.shows_dice = count.lower() == "on"
            self.terminal.say("Each roll is shown." if self.terminal.shows_dice else "Rolls are not shown.")
            return
        receipts = self.terminal.session.receipts(min(int(count or 5), 500))
        for receipt in receipts or ["no die has been rolled yet"]:
            for line in receipt.split("\n"):  # a receipt's lines belong together
                self.terminal.say(line)

    def _log(self, count: str) -> None:
        for fact in self.terminal.session.facts(min(int(count or 12), 2000)) or ["nothing has happened yet"]:
            self.terminal.say(f"- {fact}")

    def _story(self, file: str) -> None:
        from api.prose import headed

        terminal = self.terminal
        session = terminal.session
        title = session.game.library.missions[session.game.state.mission].name
        if not file:
            terminal.tell(session.story)
            return
        try:
            Path(file).expanduser().write_text(headed(session.prose(), title), encoding="utf-8")
        except OSError as error:
            terminal.say(f"the story was not written: {error}", "yellow")
        else:
            terminal.say(f"story written to {file}")

    # --- ruling -------------------------------------------------------------------------------------------------------

    def _rerolls(self, words: str) -> None:
        """`rerolls 10` declines those that better a roll less than 10 times in 100; `rerolls all` declines none."""
        terminal, text = self.terminal, words.strip().removesuffix("%").strip().lower()
        if text in ("all", ""):
            terminal.session.least = 0.0 if text == "all" else terminal.session.least
        elif text.isdecimal() and int(text) <= 100:
            terminal.session.least = int(text) / 100
        else:
            terminal.say("say it so: rerolls 10, or rerolls all", "yellow")
            return
        least = round(terminal.session.least * 100)
        told = (
            f"Re-rolls that help less than {least} times in 100 are declined." if least else "All re-rolls are offered."
        )
        terminal.say(told)

    def _rule(self, words: str) -> None:
        """`rule EFFECT because REASON`, about whoever is asked; `rule EFFECT for WHOM because REASON` about another."""
        from rules_engine.procedures.ruling import plain_effects

        terminal = self.terminal
        typed, because, why = words.partition(" because ")
        if not because or not typed.strip():
            terminal.say("say it so: rule {heal: {wounds: 2}} for Ada because the bandage was forgotten", "yellow")
            return
        effect, _, whom = typed.partition("} for ")
        subject = None
        if whom:
            effect += "}"
            models = [*terminal.session.game.state.heroes, *terminal.session.game.state.enemies]
            subject = next((m for m in models if whom.strip().lower() in (m, self._named(m))), whom.strip())
        try:
            told = terminal.session.rule(plain_effects(effect), why, subject)
        except BrimstoneError as error:
            terminal.say(str(error), "yellow")
            return
        terminal.listed = None
        terminal.tell(told)
        terminal.tell_figures()

    def _named(self, model: str) -> str:
        return self.terminal.session.game.table.name(model).lower()

    # --- going back and on --------------------------------------------------------------------------------------------

    def _undo(self, _: str) -> None:
        terminal = self.terminal
        try:
            terminal.session.undo()
        except UndoRefused as error:
            if "consent" not in str(error):
                terminal.say(str(error), "yellow")
                return
            terminal.say("Dice, cards or tiles were shown since. The journal will say that you went back.")
            agreed = terminal.ask("Does everybody at the table agree? [y/N] ")
            if agreed.strip().lower() not in ("y", "yes"):
                terminal.say("nothing was undone")
                return
            try:
                terminal.session.undo(consent=True)
            except UndoRefused as refused:
                terminal.say(str(refused), "yellow")
                return
        terminal.listed = None
        terminal.pass_over()
        terminal.say("Taken back.")

    def _auto(self, span: str) -> None:
        terminal = self.terminal
        turn = terminal.session.game.state.turn
        if span.lower() == "turn":
            terminal.auto_until_turn = turn + 1
        elif span.lower() == "all":
            terminal.auto_until_turn = 10**9
        else:
            try:
                answer = terminal.session.advice()
                terminal.say(f"The bot: {self._label(answer)}", "dim")
                terminal.choose(answer)
            except BrimstoneError as error:
                terminal.say(str(error), "yellow")

    def _hint(self, _: str) -> None:
        try:
            self.terminal.say(f"The bot would: {self._label(self.terminal.session.advice())}", "dim")
        except BrimstoneError as error:
            self.terminal.say(str(error), "yellow")

    def _label(self, answer: str) -> str:
        choice = self.terminal.session.game.pending
        option = choice.option(answer) if choice is not None else None
        return option.label if option is not None else answer

    def _save(self, _: str) -> None:
        session = self.terminal.session
        if session.id:
            named = f" '{session.name}'" if session.name else ""
            self.terminal.say(f"This game{named} is saved after every answer.")
            self.terminal.say(f"Come back with: brimstone-gm play --resume {session.id}")
        else:
            self.terminal.say("This game is kept in memory only.", "yellow")

    def _help(self, _: str) -> None:
        terminal = self.terminal
        terminal.say("Answer with a number of the list, a space (1.07, or 07), an id, or a few words of an option.")
        for name, what in COMMANDS.items():
            terminal.console.print(Text(f"  {name:<10} ", "bold").append(what, "not bold"))

    def _quit(self, _: str) -> None:
        from api.terminal import Leave

        raise Leave


def answer_lines(answer: Answer) -> list[Text]:
    """A rules answer with its sources, for a screen; a follow-up shows as what it was understood."""
    lines = [Text(f"({safe(answer.understood)})", "dim")] if answer.understood else []
    lines.append(Text(safe(answer.answer), "bold" if not answer.abstained else "yellow"))
    if answer.pack_answer:
        lines.append(Text(safe(answer.pack_answer)))
    cited = dict.fromkeys((c.source, c.heading) for claim in answer.claims for c in claim.citations)
    lines += [Text(f"  {source}: {heading}", "dim") for source, heading in cited]
    lines += [Text(safe(note), "dim") for note in answer.edition_notes]
    return lines
