"""Swipe a second time, under the default rulings: plain functions written from the rules and not from the package."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any


def fresh_state(players: Sequence[str]) -> dict[str, Any]:
    """The start of a game, the first player in turn."""
    dice = 1 if len(players) > 4 else 2
    in_centre = 3 if len(players) == 2 else 10 - dice * len(players)
    return {
        "order": tuple(players),
        "turn": players[0],
        "dice": dict.fromkeys(players, dice),
        "chips": dict.fromkeys(players, 2),
        "centre dice": in_centre,
        "centre chips": 50 - 2 * len(players),
        "tied": None,
    }


def carry_out_roll(state: dict[str, Any], player: str, dice: Sequence[str], take: Sequence[tuple[str, str]]) -> bool:
    """Carry out a roll under the default rulings; False (and nothing done) when it is illegal."""
    order, turn = state["order"], state["turn"]
    if state["centre chips"] == 0 or player != turn or len(dice) != state["dice"][player]:
        return False
    if dice == ["lose-die"] * len(dice):
        for other in order:
            if other != player and state["dice"][other] > 1:
                state["dice"][other] -= 1
                state["dice"][player] += 1
        return True
    before = deepcopy(state)
    left = list(take)
    for face in dice:
        if state["centre chips"] == 0:
            break
        if face == "win-chip":
            state["centre chips"] -= 1
            state["chips"][player] += 1
        elif face == "win-die" and state["centre dice"]:
            state["centre dice"] -= 1
            state["dice"][player] += 1
        elif face == "lose-die" and state["dice"][player] > 1:
            state["centre dice"] += 1
            state["dice"][player] -= 1
        elif face.startswith("swipe"):
            thing = face.split("-")[1]
            store, least = (state["dice"], 2) if thing == "die" else (state["chips"], 1)
            if not any(store[other] >= least for other in order if other != player):
                continue
            chosen = next((entry for entry in left if entry[0] == thing), None)
            if chosen is None or chosen[1] == player or store[chosen[1]] < least:
                state.clear()
                state.update(before)
                return False
            left.remove(chosen)
            store[chosen[1]] -= 1
            store[player] += 1
    state["turn"] = order[(order.index(player) + 1) % len(order)]
    return True


def judge(state: dict[str, Any], event: dict[str, Any]) -> bool:
    """Whether an event is legal, with what follows from it; "tied" are those who still roll in a roll-off."""
    over = state["centre chips"] == 0
    if event["event"] == "roll":
        take = [(entry["what"], entry["from"]) for entry in event.get("take", [])]
        legal = not over and carry_out_roll(state, event["player"], event["dice"], take)
        if legal and state["centre chips"] == 0:
            order, roller = list(state["order"]), event["player"]
            best = max((state["chips"][name], state["dice"][name]) for name in order)
            place = order.index(roller) + 1
            around = order[place:] + order[:place]
            state["tied"] = [name for name in around if (state["chips"][name], state["dice"][name]) == best]
        return legal
    tied = state["tied"] or []
    if len(tied) < 2 or event["player"] != tied[0]:
        return False
    state["tied"] = tied[1:] if event["die"] == "lose-die" else [*tied[1:], tied[0]]
    return True
