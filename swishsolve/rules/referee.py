"""The referee: every event of a transcript judged, with conservation checked after each."""

from __future__ import annotations

from collections.abc import Callable

from swishsolve.errors import Fault, InputError
from swishsolve.rules.protocol import Event, Game, Undecided
from swishsolve.rules.swish import SwishGame
from swishsolve.rules.transcript import Transcript, parse_transcript
from swishsolve.rules.verdict import JudgedEvent, Verdict
from swishsolve.search.limits import Limits

# Called with the game after each event, and after the start with None.
Watcher = Callable[[Game, tuple[Event, JudgedEvent] | None], None]


def judge_text(text: str, source: str | None = None) -> Verdict:
    """The verdict on the transcript that a text holds; raises InputError with every fault.

    >>> verdict = judge_text('{"event":"start","game":"swipe","players":["Ann","Bo"]}\\n'
    ...                      '{"event":"roll","player":"Bo","dice":["win-chip","win-die"]}')
    >>> verdict.events
    (JudgedEvent(line=2, legal=False, note='it is the turn of Ann'),)
    """
    return judge(parse_transcript(text, source))


def judge(
    transcript: Transcript, *, limits: Limits | None = None, watch: Watcher | None = None, close: bool = True
) -> Verdict:
    """The verdict on a transcript, which is used up; `watch` sees the table after every event.

    Without `close` the game goes on after it: what waits for the next event goes on waiting.

    Raises InputError with the faults of the text and, before the first of these, the first one that the position
    shows; ConservationError when cards, dice or chips got lost, which is a fault of this program.
    """
    game = transcript.game
    faults = list(transcript.faults)
    if game is None:
        raise InputError(faults)
    if isinstance(game, SwishGame):
        game.limits = limits
    # With faults there will be no verdict, so nothing is shown on the way.
    watch = None if faults else watch
    judged: list[JudgedEvent] = []
    undecided_line = None
    game.check_conserved()
    if watch:
        watch(game, None)
    for line, event in transcript.events:
        try:
            judgement = game.apply(event)
        except InputError as error:
            faults += [Fault(fault.message, transcript.source, line=line) for fault in error.faults]
            break
        except Undecided:
            undecided_line = line
            break
        game.check_conserved()
        judged.append(JudgedEvent(line, *judgement))
        if watch:
            watch(game, (event, judged[-1]))
    if faults:
        raise InputError(sorted(faults, key=lambda fault: fault.line or 0))
    if undecided_line is None and close:
        game.close()
        game.check_conserved()
    return Verdict(
        game=game.name,
        events=tuple(judged),
        finished=game.finished,
        scores=game.scores,
        winners=game.winners,
        rulings=game.rulings.in_use(),
        undecided_line=undecided_line,
    )
