"""Writes a plan: as lines that can be sent again, and as the rows of a tree with numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adjudicator.engines.abilities import offers
from adjudicator.engines.contract import HasOrderWords, Seat
from adjudicator.engines.order_text import plain_word
from adjudicator.engines.planning import Fact
from adjudicator.match.plans.lexicon import Lexicon, Role
from adjudicator.match.plans.plan import Condition, Game, Move, Node, Plan, Steps, Term, format_path, walk_nodes

SHORTEST_NAME = 3
"""Letters of a name that no game takes for a side, a figure, or a colour."""


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes plans of one seat in one language."""

    game: Game
    names: Sequence[str]
    seat: Seat
    lexicon: Lexicon
    language: str

    def say(self, role: Role) -> str:
        """Return the word for a role."""
        return self.lexicon.say(role, self.language)

    def write_steps(self, steps: Steps) -> str:
        """Write the steps of a turn."""
        return "; ".join(self.game.planner.format_ahead(step, self.language) for step in steps)

    def write_condition(self, when: Condition) -> str:
        """Write a condition, without the "if"."""
        if when.is_last:
            return self.say(Role.ANY)
        return f" {self.say(Role.AND)} ".join(map(self._write_term, when.terms))

    def write_choices(self, node: Node) -> str:
        """Write the played steps, with the word that lets it stand when a secret comes to light."""
        said = f" {self.say(Role.OR)} ".join(map(self.write_steps, node.choices))
        return f"{said} {self.say(Role.ANYWAY)}" if node.anyway else said

    def write_clause(self, node: Node, *, first: bool) -> str:
        """Write a node as a clause of a line."""
        said = self.write_choices(node)
        if len(node.choices) > 1:
            return f"{self.say(Role.NEXT)} {said}"
        if node.when.is_last and first:
            return f"{self.say(Role.OTHERWISE)} {said}"
        return f"{self.say(Role.IF)} {self.write_condition(node.when)} {self.say(Role.THEN)} {said}"

    def _write_term(self, term: Term) -> str:
        if isinstance(term, Fact):
            if self.game.facts is None:
                raise ValueError("a fact in a game without facts")
            said, denied = self.game.facts.format_fact(term, self.language)
            return f"{self.say(Role.NOT)} {said}" if denied else said
        return self._write_move(term)

    def _write_move(self, move: Move) -> str:
        """Write a step behind who plays it; between two players only where it is told otherwise than ordered."""
        told = "; ".join(self.game.tell_ahead(step, self.language) for step in move.steps)
        who = self.say(Role.ANYBODY) if move.seat is None else self.names[move.seat]
        if len(self.names) == 2:
            said = self.write_steps(move.steps)
            return f"{who} {told}" if told != said and self._is_plain(who) else said
        return f"{who} {told}"

    def _is_plain(self, name: str) -> bool:
        """Tell whether a name is read as one, whatever it stands beside: no word of plans or orders, and no letter."""
        engine, words = self.game.engine, plain_word(name).split()
        known = engine.order_words.known if offers(engine, HasOrderWords) else frozenset()
        return bool(words) and all(
            len(word) >= SHORTEST_NAME and word.isalpha() and word not in known and (word,) not in self.lexicon.known
            for word in words
        )


def format_plan(plan: Plan, writer: Writer) -> tuple[str, ...]:
    """Write a plan as whole lines, one for each branch, which read back as the same plan."""
    return tuple(", ".join(clauses) for clauses in _branches(plan.nodes, writer, ()))


def _branches(nodes: Sequence[Node], writer: Writer, above: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for node in nodes:
        clauses = (*above, writer.write_clause(node, first=not above))
        if not node.below:
            yield clauses
        yield from _branches(node.below, writer, clauses)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the tree that is shown."""

    number: str
    node: Node
    when: str
    plays: str


def list_rows(plan: Plan, writer: Writer) -> tuple[Row, ...]:
    """Lay out the tree, each node before those below it."""
    return tuple(
        Row(format_path(path), node, writer.write_condition(node.when), writer.write_choices(node))
        for path, node in walk_nodes(plan.nodes)
    )
