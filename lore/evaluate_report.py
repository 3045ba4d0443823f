"""The measurement as lines for a terminal, and as the page `oracle-report.md` with its plots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from lore.evaluate import Group, Report
from lore.evaluate_questions import HELD_OUT
from lore.evaluate_ranking import WAYS
from lore.evaluate_rates import RESAMPLES, Rate

PAGE = "oracle-report.md"
PLOTS = "oracle-report"
BARS = {"right": 0.90, "recall@5": 0.95, "abstention recall": 0.85, "abstention precision": 0.90, "citations": 1.0}
_SPLITS = {"tune": "tune", HELD_OUT: "held out"}

Row = tuple[str, Callable[[Group], Rate | None]]


def table(report: Report) -> list[str]:
    """The report as lines of text: a line for each group, then the ways of searching and the parts of the answer."""
    lines = [f"{'group':<34}{'n':>4}  {'right':<22}{'declined':<22}{'precision':<22}{'p50':>7}{'p95':>7} ms"]
    for name, group in report.groups.items():
        rates = (group.right, group.abstention_recall, group.abstention_precision)
        lines.append(f"{name:<34}{group.questions:>4}  {_padded(rates)}{group.ms_p50:>7}{group.ms_p95:>7}")
    heads = ("recall@1", "recall@5", "found@5", "MRR", "nDCG@10")
    lines += ["", f"{'search':<40}" + "".join(f"{head:<22}" for head in heads)]
    splits = ["all", *(f"split:{split}" for split in report.splits)]
    for name in splits:
        for way, found in report.groups[name].retrieval.items():
            rates5 = (found.recall_1, found.recall_5, found.found_5, found.mrr, found.ndcg_10)
            lines.append(f"{f'{name}, {WAYS[way]}':<40}{_padded(rates5)}".rstrip())
    lines += ["", f"{'answered right by':<52}{'right':<22}{'adds':<22}"]
    for name in splits:
        group = report.groups[name]
        for part, found_right in group.answers.items():
            adds = _signed(group.adds[part]) if part in group.adds else ""
            lines.append(f"{f'{name}, {part}':<52}{_cell(found_right):<22}{adds}".rstrip())
    lines += ["", f"{'sureness':<40}{'risk area':<12}{'unordered':<12}{'least':<12}{'gap':<12}{'citations':<22}"]
    for name, sure in report.sureness.items():
        cells = "".join(f"{value:<12.3f}" for value in (sure.area, sure.unordered, sure.least, sure.gap))
        cited = report.groups[name if name == "all" else f"split:{name}"].citations
        lines.append(f"{name:<40}{cells}{_cell(cited)}")
    for said, ids_by_split in (
        ("answered wrongly", report.wrong),
        ("not all sources among the five best", report.missed),
        ("sources that nothing here cites", report.uncited),
        ("no source to be found here", report.unmeasured),
    ):
        lines += [f"{said}, {split}: {', '.join(ids)}" for split, ids in ids_by_split.items()]
    return lines


def write_report(report: Report, folder: Path, command: str) -> list[Path]:
    """Write the page and its plots below a folder; returns what was written.

    Raises:
        PlotsMissing: matplotlib is not installed; nothing is written then.
    """
    from lore.evaluate_plots import draw

    plots = draw(report, folder / PLOTS)
    page = folder / PAGE
    page.write_text("\n".join(_page(report, command)) + "\n", encoding="utf-8")
    return [page, *plots]


def _page(report: Report, command: str) -> list[str]:
    splits = [f"split:{split}" for split in report.splits]
    heads = [split_name(split) for split in report.splits]
    whole = report.groups["all"]
    return [
        "# How good the rules oracle is",
        f"{whole.questions} questions, each asked alone, offline, with no language model, over {report.searched}. "
        f"Intervals: 95 %, {RESAMPLES:,} bootstrap resamples, seed {report.seed}. Made by",
        "",
        "```",
        command,
        "```",
        "",
        *_grid(["questions from", "how many"], [[f"`{file}`", str(count)] for file, count in report.files.items()]),
        "",
        "*Tune* (and *dev*, where it is at hand) are the questions that were looked at while the oracle was made; "
        "*held out* are those that nobody tuned on, told here in totals only. Where the two differ by more than their "
        "intervals, the tuned figures flatter.",
        "",
        "## Totals",
        *_grid(["", *heads], [[label, *(_cell(of(report.groups[s])) for s in splits)] for label, of in _TOTALS]),
        *_counts(report, splits),
        "",
        "## Against the bars",
        *_bars(report, splits, heads),
        "",
        "## Searching",
        "An entry counts as found if it cites lines that overlap the lines which a question's source names (or is the "
        "entry that the source names). *recall@k*: the share of a question's sources among the first k; *found@5*: the "
        "share of questions with at least one source there; a source that no entry cites can't be found. MRR and nDCG "
        "are over all entries that count "
        "(pytrec_eval). *adds*: what recall@5 gains over the line above.",
        "",
        *_searching(report, splits),
        "",
        f"![recall by way]({PLOTS}/recall-by-way.svg)",
        "",
        "## Answering",
        "Answered right: not declined, at most 90 words, every fact of the reference in it as whole words, yes or no "
        "within the first five. The first lines answer with nothing but the first statement of the entry that each way "
        "of searching puts first; *corpus alone* chooses and joins statements, says yes or no, and may decline; the "
        "*whole oracle* also works out in the engine what can be worked out. *adds*: over the line above, in pairs.",
        "",
        *_answering(report, splits, heads),
        "",
        "Of what was answered (questions that should have been declined count as wrong), by the way that answered:",
        "",
        *_modes(report, splits, heads),
        "",
        "## By type",
        "Answered right, and for *unanswerable* declined.",
        "",
        *_grid(["right", *heads], [[type_, *_by_type(report, splits, type_, right_of)] for type_ in report.types]),
        "",
        *_grid(["recall@5", *heads], [[type_, *_by_type(report, splits, type_, _found)] for type_ in report.types]),
        "",
        f"![right by type]({PLOTS}/right-by-type.svg)",
        "",
        "## Knowing what it does not know",
        "Risk is the share of wrong answers among those given, if only the surest are given; coverage the share of all "
        "questions that then are answered. *Risk area* is the mean risk over the coverage reached: at *unordered* the "
        "confidence would tell nothing, below *least* no order can come. *Gap* is the mean distance between confidence "
        "and the share right, in ten bins. The confidence says how well the best statements bear on the question, and "
        "of a computed answer it is 1; it is the threshold to decline by, not a promise of being right.",
        "",
        *_grid(
            ["", *heads],
            [
                [label, *(f"{getattr(report.sureness[split], name):.3f}" for split in report.splits)]
                for name, label in _SURENESS.items()
            ],
        ),
        "",
        f"![risk and coverage]({PLOTS}/risk-coverage.svg)",
        "",
        f"![reliability]({PLOTS}/reliability.svg)",
        "",
        "## What this does not say",
        "- The scorer looks for facts as words: a right answer in other words counts as wrong, a wrong sentence that "
        "holds the words counts as right. Times are of the machine that measured, with what else ran on it.",
        "- Questions and references were written by the people who made the corpus (`dev` by others); players may ask "
        "otherwise.",
        f"- {_flattery(report)}",
    ]


_TOTALS: list[Row] = [
    ("answered right", lambda g: g.right),
    ("abstention recall", lambda g: g.abstention_recall),
    ("abstention precision", lambda g: g.abstention_precision),
    ("citations verified", lambda g: g.citations),
    ("recall@1", lambda g: g.retrieval[_last(g)].recall_1 if g.retrieval else None),
    ("recall@5", lambda g: _found(g)),
    ("found@5", lambda g: g.retrieval[_last(g)].found_5 if g.retrieval else None),
    ("sources that can be found at all", lambda g: g.findable),
    ("MRR", lambda g: g.retrieval[_last(g)].mrr if g.retrieval else None),
    ("nDCG@10", lambda g: g.retrieval[_last(g)].ndcg_10 if g.retrieval else None),
]
_SURENESS = {"area": "risk area", "unordered": "unordered", "least": "least", "gap": "gap"}


def split_name(split: str) -> str:
    """A split as it is shown."""
    return _SPLITS.get(split, split)


def _last(group: Group) -> str:
    """The last way of searching, which is the one that the oracle uses."""
    return list(group.retrieval)[-1]


def _found(group: Group) -> Rate | None:
    return group.retrieval[_last(group)].recall_5 if group.retrieval else None


def _counts(report: Report, splits: Sequence[str]) -> list[str]:
    groups = [report.groups[split] for split in splits]
    return [
        "| questions (to be answered + to be declined) | "
        + " | ".join(f"{g.questions} ({g.right.of} + {g.abstention_recall.of})" for g in groups)
        + " |",
        "| time, median and 95th percentile | " + " | ".join(f"{g.ms_p50} ms, {g.ms_p95} ms" for g in groups) + " |",
    ]


def _bars(report: Report, splits: Sequence[str], heads: Sequence[str]) -> list[str]:
    def cell(found: Rate | None, bar: float) -> str:
        if found is None or not found.of:
            return "-"
        return f"{found.value:.3f} {'held' if found.value >= bar else '**missed**'}"

    by_name = dict(_TOTALS)
    named = {"right": "answered right", "citations": "citations verified"}
    rows = [
        [f"{name} at least {bar:.2f}", *(cell(by_name[named.get(name, name)](report.groups[s]), bar) for s in splits)]
        for name, bar in BARS.items()
    ]
    return _grid(["", *heads], rows)


def _searching(report: Report, splits: Sequence[str]) -> list[str]:
    rows = []
    for split in splits:
        before: Rate | None = None
        for way, found in report.groups[split].retrieval.items():
            adds = "" if before is None else f"{found.recall_5.value - before.value:+.3f}"
            rates = (found.recall_1, found.recall_5, found.found_5, found.mrr, found.ndcg_10)
            rows.append([split_name(split.removeprefix("split:")), WAYS[way], *map(_cell, rates), adds])
            before = found.recall_5
    return _grid(["", "way", "recall@1", "recall@5", "found@5", "MRR", "nDCG@10", "adds"], rows)


def _answering(report: Report, splits: Sequence[str], heads: Sequence[str]) -> list[str]:
    rows = []
    for part in report.groups["all"].answers:
        cells = []
        for split in splits:
            group = report.groups[split]
            adds = f", adds {_signed(group.adds[part])}" if part in group.adds else ""
            cells.append(_cell(group.answers[part]) + adds)
        rows.append([part, *cells])
    return _grid(["", *heads], rows)


def _modes(report: Report, splits: Sequence[str], heads: Sequence[str]) -> list[str]:
    def cell(found: Rate | None) -> str:
        return f"{_cell(found)} of {found.of}" if found is not None else "-"

    groups = [report.groups[split] for split in splits]
    rows = [[mode, *(cell(g.modes.get(mode)) for g in groups)] for mode in report.groups["all"].modes]
    return _grid(["", *heads], rows)


def _by_type(report: Report, splits: Sequence[str], type_: str, of: Callable[[Group], Rate | None]) -> list[str]:
    groups = [report.groups.get(f"{split} type:{type_}") for split in splits]
    rates = [of(group) if group is not None else None for group in groups]
    return [f"{_cell(rate)} of {rate.of}" if rate is not None and rate.of else "-" for rate in rates]


def right_of(group: Group) -> Rate:
    """The share of a type of questions that went right: answered, or declined where none can be answered."""
    return group.right if group.right.of else group.abstention_recall


def _flattery(report: Report) -> str:
    if not {"tune", HELD_OUT} <= set(report.splits):
        return "No question was held out, so nothing here tells how unseen ones fare."
    tune, held = (report.groups[f"split:{split}"] for split in ("tune", HELD_OUT))
    return (
        f"Answered right: {tune.right.value:.3f} of what was tuned on, {held.right.value:.3f} of what was held out, "
        f"{tune.right.value - held.right.value:+.3f} apart. The latter is what to expect of new questions."
    )


def _grid(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    return ["| " + " | ".join(row) + " |" for row in (heads, ["---"] * len(heads), *rows)]


def _padded(rates: Sequence[Rate]) -> str:
    return "".join(f"{_cell(rate):<22}" for rate in rates)


def _cell(rate: Rate | None) -> str:
    return f"{rate.value:.3f} [{rate.low:.2f}, {rate.high:.2f}]" if rate is not None and rate.of else "-"


def _signed(rate: Rate) -> str:
    return f"{rate.value:+.3f} [{rate.low:+.2f}, {rate.high:+.2f}]" if rate.of else "-"
