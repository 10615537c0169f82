"""The plain methods that the benchmark holds ours against: short, obvious, and not part of the package."""

from __future__ import annotations

from itertools import combinations, product

from ortools.linear_solver import pywraplp
from ortools.sat.python import cp_model

from swishsolve.model.layout import Label, Layout


def all_sets_depth_first(layout: Layout) -> set[frozenset[Label]]:
    """Every set of cards that is a Swish: depth first over unmatched symbols, remembering the states seen."""
    moved = {
        laid.label: [{(s.row, s.col, s.kind): s.colour for s in card.symbols} for card in laid.card.orbit()]
        for laid in layout
    }
    labels = [laid.label for laid in layout]
    other = {"ball": "hoop", "hoop": "ball"}
    seen: set[tuple[frozenset[tuple[tuple[int, int, str], str]], frozenset[Label]]] = set()
    found: set[frozenset[Label]] = set()

    def extend(stack: dict[tuple[int, int, str], str], used: frozenset[Label], lowest: Label) -> None:
        state = frozenset(stack.items()), used
        if state in seen:
            return
        seen.add(state)
        lonely = [(r, c, kind) for r, c, kind in stack if (r, c, other[kind]) not in stack]
        if not lonely:
            found.add(used)
        for label in labels:
            if label <= lowest or label in used:
                continue
            for symbols in moved[label]:
                if lonely and (lonely[0][0], lonely[0][1], other[lonely[0][2]]) not in symbols:
                    continue
                if any(
                    spot in stack or stack.get((spot[0], spot[1], other[spot[2]]), colour) != colour
                    for spot, colour in symbols.items()
                ):
                    continue
                extend(stack | symbols, used | {label}, lowest)

    for label in labels:
        extend(moved[label][0], frozenset([label]), label)
    return {cards for cards in found if len(cards) > 1}


def all_sets_brute_force(layout: Layout) -> set[frozenset[Label]]:
    """Every set of cards that is a Swish: each set of two or more, its cards in each of their positions."""
    moved = {
        laid.label: [[(s.row, s.col, s.kind, s.colour) for s in card.symbols] for card in laid.card.orbit()]
        for laid in layout
    }
    found: set[frozenset[Label]] = set()
    for size in range(2, len(layout) + 1):
        for labels in combinations(moved, size):
            # The pile as a whole may be turned: its first card stays as it lies.
            for cards in product(moved[labels[0]][:1], *(moved[label] for label in labels[1:])):
                if _is_swish([symbol for card in cards for symbol in card]):
                    found.add(frozenset(labels))
                    break
    return found


def _is_swish(symbols: list[tuple[int, int, str, str]]) -> bool:
    balls = {(row, col): colour for row, col, kind, colour in symbols if kind == "ball"}
    hoops = {(row, col): colour for row, col, kind, colour in symbols if kind == "hoop"}
    return balls == hoops and len(balls) + len(hoops) == len(symbols)


def plain_cp_sat(layout: Layout, seconds: float = 60.0, workers: int = 2) -> tuple[int, int]:
    """Size of the best stack and bound of a plain CP-SAT model: (0, 0) when there is none.

    A Boolean for each card and transform; one transform a card; in each cell at most one ball and at most one hoop,
    and as many balls as hoops of each colour; maximise the cards.
    """
    model = cp_model.CpModel()
    at: dict[tuple[int, int, str, str], list[cp_model.IntVar]] = {}
    every: list[cp_model.IntVar] = []
    for laid in layout:
        variables = []
        for card in laid.card.orbit():
            variables.append(model.new_bool_var(""))
            for row, col, kind, colour in card.symbols:
                at.setdefault((row, col, kind, colour), []).append(variables[-1])
        model.add_at_most_one(variables)
        every += variables
    colours = sorted({key[3] for key in at})
    for row, col in layout.grid.cells:
        for kind in ("ball", "hoop"):
            model.add_at_most_one(var for colour in colours for var in at.get((row, col, kind, colour), ()))
        for colour in colours:
            model.add(sum(at.get((row, col, "ball", colour), ())) == sum(at.get((row, col, "hoop", colour), ())))
    model.add_bool_or(every)
    model.maximize(sum(every))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = workers
    solver.parameters.max_time_in_seconds = seconds
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return 0, 0
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return 0, len(layout)
    return round(solver.objective_value), round(solver.best_objective_bound)


def linear_bound(layout: Layout) -> float:
    """The bound of the linear relaxation of the plain model, by GLOP: every Boolean may be a fraction."""
    solver = pywraplp.Solver.CreateSolver("GLOP")
    at: dict[tuple[int, int, str, str], list[pywraplp.Variable]] = {}
    every: list[pywraplp.Variable] = []
    for laid in layout:
        variables = []
        for card in laid.card.orbit():
            variables.append(solver.NumVar(0, 1, ""))
            for row, col, kind, colour in card.symbols:
                at.setdefault((row, col, kind, colour), []).append(variables[-1])
        solver.Add(sum(variables) <= 1)
        every += variables
    colours = sorted({key[3] for key in at})
    for row, col in layout.grid.cells:
        for kind in ("ball", "hoop"):
            solver.Add(solver.Sum([var for colour in colours for var in at.get((row, col, kind, colour), ())]) <= 1)
        for colour in colours:
            balls, hoops = (solver.Sum(at.get((row, col, kind, colour), [])) for kind in ("ball", "hoop"))
            solver.Add(balls == hoops)
    solver.Maximize(solver.Sum(every))
    if solver.Solve() != pywraplp.Solver.OPTIMAL:
        raise RuntimeError("the linear relaxation was not solved")
    return float(solver.Objective().Value())
