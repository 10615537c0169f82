"""`swishsolve referee`: judge the transcript of a game, or keep one at the table."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path

import click

from swishsolve.cli.console import Console, complain, emit, say
from swishsolve.cli.inputs import MAX_BYTES, read_bytes
from swishsolve.cli.progress import watched_limits
from swishsolve.cli.reports import emit_json, layout_text
from swishsolve.errors import ExitStatus, Fault, InputError
from swishsolve.model.layout import Layout
from swishsolve.model.layout_text import decode_text
from swishsolve.rules.fields import alternatives
from swishsolve.rules.protocol import GAME_RULINGS, RULINGS, Event, Game
from swishsolve.rules.record import Record, new_start
from swishsolve.rules.referee import judge
from swishsolve.rules.swish import SwishGame
from swishsolve.rules.swish_start import VARIANTS
from swishsolve.rules.transcript import read_transcript
from swishsolve.rules.verdict import JudgedEvent, Verdict
from swishsolve.rules.wording import format_words

SCORED = {"swish": "cards in the score pile", "swipe": "chips", "swintus-junior": "cards left in hand"}


@click.command("referee")
@click.argument("transcript", required=False, metavar="TRANSCRIPT|-")
@click.option("--json", "as_json", is_flag=True, help="Print the verdict as JSON.")
@click.option("--until", type=click.IntRange(1), metavar="LINE", help="Judge as if the transcript ended at this line.")
@click.option("--state", "with_table", is_flag=True, help="Show the table after each event.")
@click.option("--certificate", "folder", metavar="DIR", help='Prove each right "no Swish", a certificate a line.')
@click.option("--new", "new_game", type=click.Choice(list(GAME_RULINGS)), help="Keep the record of a game.")
@click.option("--players", metavar="NAMES", help="With --new: the players, e.g. Ann,Bo.")
@click.option("--seed", type=int, metavar="N", help="With --new: deal with this seed.  [default: a new one]")
@click.option("--variant", type=click.Choice(VARIANTS), help="With --new swish: the variant.")
@click.option("--ruling", "rulings", multiple=True, metavar="NAME=VALUE", help="With --new: a ruling. Repeatable.")
def command(
    transcript: str | None,
    as_json: bool,
    until: int | None,
    with_table: bool,
    folder: str | None,
    new_game: str | None,
    players: str | None,
    seed: int | None,
    variant: str | None,
    rulings: tuple[str, ...],
) -> int:
    """Judge the TRANSCRIPT of a game of Swish, Swipe or Swintus Junior: each event, the scores and the winner.

    With --new GAME the events are typed one by one and the transcript is saved in TRANSCRIPT after each of them
    (continued where the file exists; printed at the end without a file). Type ? for help.

    \b
    Examples:
      swishsolve referee game.jsonl
      swishsolve referee game.jsonl --until 12 --state
      swishsolve simulate swipe --transcript - | swishsolve referee - --json
      swishsolve referee --new swish evening.jsonl --players Ann,Bo
    """
    if new_game is not None:
        if as_json or until or folder:
            raise click.UsageError("--json, --until and --certificate belong to a transcript, not to --new.")
        return _keep_record(new_game, transcript, players, seed, variant, rulings, with_table)
    if players or seed is not None or variant or rulings:
        raise click.UsageError("--players, --seed, --variant and --ruling belong to --new.")
    if transcript is None:
        raise click.UsageError("Name a transcript, - for standard input, or --new GAME.")
    if as_json and with_table:
        raise click.UsageError("--state is for people, --json for programs: choose one.")
    read = read_transcript(
        read_bytes(transcript, "a transcript"), "standard input" if transcript == "-" else transcript, until
    )
    observer = _Observer(folder, with_table)
    observer.prepare()
    with watched_limits(None, "judging") as limits:
        verdict = judge(read, limits=limits, watch=observer.watch)
    if as_json:
        emit_json(verdict.to_json())
    else:
        emit(Console.of_stdout().fold("\n".join([*observer.lines, *_summary(verdict)])))
    proven = observer.write_certificates()
    if verdict.undecided_line is not None:
        say(f"interrupted: line {verdict.undecided_line} could not be judged")
    return ExitStatus.UNDECIDED if verdict.exit_status == ExitStatus.YES and not proven else verdict.exit_status


class _Observer:
    """What is to be said of each event, collected while the referee judges."""

    def __init__(self, folder: str | None, with_table: bool) -> None:
        self.folder = folder
        self.with_table = with_table
        self.lines: list[str] = []
        self.without_swish: list[tuple[int, SwishGame, Layout]] = []

    def watch(self, game: Game, judged: tuple[Event, JudgedEvent] | None) -> None:
        if judged is None:
            self.lines.append(_printable(f"{game.name}: {', '.join(game.players)}"))
        else:
            event, verdict = judged
            self.lines += [""] if self.with_table else []
            self.lines.append(_event_line(format_words(event, game.players), verdict))
            if isinstance(game, SwishGame) and game.table_without_swish is not None:
                self.without_swish.append((verdict.line, game, game.table_without_swish))
        if self.with_table:
            self.lines += ["", _table_text(game)]

    def prepare(self) -> None:
        """Make the folder for certificates; raises InputError where it cannot be made."""
        if self.folder is not None:
            try:
                Path(self.folder).mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise InputError([Fault(f"cannot be made: {error.strerror}", source=self.folder)]) from None

    def write_certificates(self) -> bool:
        """Prove every table that rightly was said to hold no Swish; False when a proof was cut short."""
        if self.folder is None:
            return True
        from swishsolve.files import write_whole
        from swishsolve.prove import prove_none

        proven = True
        for line, game, layout in self.without_swish:
            with watched_limits(None, "proving") as limits:
                proof = prove_none(layout, min(game.least.values()), limits=limits)
            if proof.certificate:
                path = Path(self.folder) / f"line-{line}.swishproof"
                write_whole(path, proof.data)
                say(f"line {line}: proven, {proof.certificate.words}; certificate {path}")
            elif proof.status == "refuted":
                say(f"line {line}: no certificate, for there is a Swish of more cards than the variant allows")
            else:
                say(f"line {line}: not proven, {proof.reason}")
                proven = False
        return proven


def _event_line(words: str, verdict: JudgedEvent) -> str:
    judged = "" if verdict.legal else "ILLEGAL, "
    return _printable(f"line {verdict.line}: {words}: {judged}{verdict.note}")


def _printable(text: str) -> str:
    """The text in one line, whatever names and rules are made of."""
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)


def _table_text(game: Game) -> str:
    lines = [layout_text(game.layout, Console.of_stdout())] if isinstance(game, SwishGame) else []
    return "\n".join([*lines, *map(_printable, game.table_lines())])


def _summary(verdict: Verdict) -> list[str]:
    number = verdict.illegal
    lines = ["", f"{number or 'no'} illegal event{'s'[: number != 1]}"]
    scores = ", ".join(f"{player} {score}" for player, score in verdict.scores.items())
    lines.append(f"{SCORED[verdict.game]}: {scores}")
    if verdict.winners:
        tied = " (tied)" if len(verdict.winners) > 1 else ""
        lines.append(f"winner{'s'[: len(verdict.winners) > 1]}: {', '.join(verdict.winners)}{tied}")
    else:
        lines.append("no winner" if verdict.finished else "unfinished")
    lines += [f"ruling {name}: {value}" for name, value in verdict.rulings.items()]
    return [_printable(line) for line in lines]


# keeping a record

EXAMPLES = {
    "swish": "  call Ann A1+C3h | call Ann A1 C3 | no-swish A1 B2 C3 D4 | end | end agreed Ann",
    "swipe": "  roll Ann win-chip swipe-die die:Bo | roll-off Ann lose-die",
    "swintus-junior": """\
  play Ann green 7 | play Ann pigameleon red | play Ann green 7 swintus | play Ann red smarty rule no talking
  draw Ann | pass Ann | tarry Ann | intercept Bo green 7 | catch Bo Ann | noise Ann | broke-rule Ann | stomp Ann""",
}
HELP = """\
An event in words or as JSON, for example:
{examples}
Words may be cut short where that leaves one choice. Besides:
  legal   what may come next          table   the table as it is
  undo    take the last event back    quit    end (so does the end of the input)
  save FILE   save it there, now and after each event"""


def _keep_record(
    game: str,
    name: str | None,
    players: str | None,
    seed: int | None,
    variant: str | None,
    rulings: tuple[str, ...],
    with_table: bool,
) -> int:
    if variant and game != "swish":
        raise click.UsageError("--variant belongs to swish.")
    path = Path(name) if name not in (None, "-") else None
    if path and path.exists():
        if players or seed is not None or variant or rulings:
            raise click.UsageError(f"{path} holds a game already: its start stays as it is.")
        record = Record(decode_text(read_bytes(str(path), "a transcript"), str(path)), str(path))
        if record.game.name != game:
            raise InputError([Fault(f"found a game of {record.game.name}, expected {game}", str(path))])
    else:
        named = players or _ask("players, separated by commas: ")
        if named is None:
            raise InputError([Fault("found no players, expected their names separated by commas", "standard input")])
        names = [player.strip() for player in named.split(",")]
        if seed is None:
            from secrets import randbelow

            seed = randbelow(1_000_000)
        record = Record(new_start(game, names, seed, variant, _parse_rulings(rulings)))
    return _Keeper(record, path, with_table).run()


def _parse_rulings(rulings: tuple[str, ...]) -> dict[str, str]:
    chosen = {}
    for text in rulings:
        name, _, value = text.partition("=")
        if value not in RULINGS.get(name, ()):
            known = alternatives([f"{name}={value}" for name, values in RULINGS.items() for value in values])
            raise InputError([Fault(f"found ruling {text!a}, expected {known}")])
        chosen[name] = value
    return chosen


def _ask(prompt: str) -> str | None:
    """A line from the keyboard, or from a file; None at its end. Raises InputError for bytes that are no UTF-8."""
    if sys.stdin is not None and sys.stdin.isatty():
        try:
            if sys.stdout is not None and sys.stdout.isatty():
                return input(prompt)
            # Where the transcript goes to a file or pipe the prompt must not.
            sys.stderr.write(prompt)
            sys.stderr.flush()
            return input()
        except EOFError:
            return None
    line = sys.stdin.buffer.readline(MAX_BYTES) if sys.stdin is not None else b""
    return decode_text(line, "standard input").rstrip("\r\n") if line else None


class _Keeper:
    """The conversation in which a record grows."""

    def __init__(self, record: Record, path: Path | None, with_table: bool) -> None:
        self.record = record
        self.path = path
        self.with_table = with_table
        self.refused = False

    def run(self) -> int:
        on_terminal = sys.stdin is not None and sys.stdin.isatty()
        if on_terminal:
            self._complete_with_tab()
            say("? for help")
        self._save()
        if self.with_table:
            say(_table_text(self.record.game))
        # Ctrl-C ends the record like the end of the input: what was kept is kept.
        with suppress(KeyboardInterrupt):
            while self._take_next():
                pass
        verdict = self.record.close()
        if self.path is None:
            emit(self.record.text)
        else:
            say(f"saved in {self.path}")
        say("\n".join(_summary(verdict)).lstrip())
        return ExitStatus.BAD_INPUT if self.refused and not on_terminal else verdict.exit_status

    def _take_next(self) -> bool:
        """Take the next line; False at the end."""
        try:
            typed = _ask("> ")
        except InputError as error:
            self._refuse(error)
            return True
        if typed is None or typed.strip() == "quit":
            return False
        if typed.strip() and not typed.startswith("#"):
            self._take(typed.strip())
        return True

    def _refuse(self, error: InputError) -> None:
        self.refused = True
        complain(error)

    def _take(self, typed: str) -> None:
        if typed in ("?", "help"):
            say(HELP.format(examples=EXAMPLES[self.record.game.name]))
        elif typed == "legal":
            say("\n".join(self.record.choices()) or "nothing: the game is over")
        elif typed == "table":
            say(_table_text(self.record.game))
        elif typed == "undo":
            say("taken back" if self.record.undo() else "there is no event to take back")
            self._save()
        elif typed.startswith("save "):
            self._save_as(Path(typed.removeprefix("save ").strip()))
        else:
            self._add(typed)

    def _save_as(self, path: Path) -> None:
        before, self.path = self.path, path
        try:
            self._save()
        except InputError as error:
            self.path = before
            self._refuse(error)

    def _add(self, typed: str) -> None:
        try:
            judged = self.record.add(typed)
        except InputError as error:
            self._refuse(error)
            return
        say(_event_line(self.record.last_words, judged))
        if self.with_table:
            say(_table_text(self.record.game))
        self._save()

    def _save(self) -> None:
        if self.path is not None:
            from swishsolve.files import write_whole

            write_whole(self.path, self.record.text.encode())

    def _complete_with_tab(self) -> None:
        try:
            import readline
        except ImportError:  # not on every platform
            return

        def complete(start: str, number: int) -> str | None:
            typed = readline.get_line_buffer()[: readline.get_begidx()].split()
            fitting = [word for word in self.record.next_words(typed) if word.startswith(start)]
            return f"{fitting[number]} " if number < len(fitting) else None

        readline.set_completer_delims(" ")
        readline.set_completer(complete)
        readline.parse_and_bind("tab: complete")
