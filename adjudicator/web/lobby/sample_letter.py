"""The example of a letter on the front page: written by the real code, about a match played in memory."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache

from adjudicator.engines.registry import newest_engine
from adjudicator.mail.address import AddressBook
from adjudicator.mail.commands.table.command_words import word_for
from adjudicator.match.rulings.table import AnyTable, Played, open_table, play_forced, play_step
from adjudicator.services.matches.view.order_examples import example_orders
from adjudicator.texts.facts.letter_facts import Event, MatchFacts, Offer, Player, Reader, TermsFacts
from adjudicator.texts.formats.plain_text import split_board
from adjudicator.texts.games.boards import draw_board
from adjudicator.texts.games.note_text import render_note
from adjudicator.texts.language.language import language_for
from adjudicator.texts.language.written_orders import write_order
from adjudicator.texts.letters.letters import Written, write_letter
from adjudicator.texts.letters.turn_kinds import YOUR_TURN, Turn

WEEK = 7 * 86400
GAME = "egyptos"
STEPS = ("M14", "N14", "L13", "O13", "N15", "L12", "K13", "M15", "J13")
NAMES = ("Anna", "Bram")
READER = 1
CODE = "K7Q2"
DUE = datetime(2026, 12, 3, 19, 0, tzinfo=UTC)
ZONE = "Europe/Paris"


@lru_cache(maxsize=32)
def turn_letter(addresses: AddressBook, site: str, language: str, layout: str = "wide") -> Written:
    """Write the letter that tells Bram it is their turn."""
    speech = language_for(language)
    table, played = _play()
    view = table.engine.view(table.position, READER)
    legal = table.legal_orders
    news = [one for one in played if one.turn == table.turn - 1]
    examples = example_orders(table, speech)
    return write_letter(
        YOUR_TURN,
        speech,
        Turn(
            reader=Reader(
                name=NAMES[READER], seat=READER, zone=ZONE, service=addresses.service, site=site, layout=layout
            ),
            match=MatchFacts(
                code=CODE,
                game=table.engine.rules.title,
                game_word=table.engine.rules.name,
                url=f"{site}/m/{CODE}",
                players=tuple(Player(name=name, side=side) for name, side in zip(NAMES, view.sides, strict=True)),
                turn=table.turn,
                to_move=table.to_move,
                due=DUE,
                terms=TermsFacts(kind="turn", base=WEEK),
                chain="5f3a 91c0 77aa 0b12",
            ),
            board=draw_board(view, layout, speech, legal=legal, names=NAMES),
            news=tuple(
                Event(
                    turn=one.turn,
                    seat=one.seat,
                    order=write_order(table.engine.rules.key, one.step, language),
                    said=" ".join(render_note(note, speech, READER, NAMES) for note in one.notes),
                )
                for one in news
            ),
            offers=(
                *(Offer(example.order, said=example.said) for example in examples),
                Offer(f"? {examples[0].order}", "preview"),
                Offer(word_for("help", language), "help"),
            ),
        ),
    )


def unfold_letter(text: str) -> str:
    """Join the lines of each paragraph, so that a window of any width folds them; boards and lists stay as they are."""
    return "\n\n".join(part for _, part in split_board(text))


def _play() -> tuple[AnyTable, list[Played]]:
    """Play until it is the reader's turn; the seed lets the other player begin."""
    engine = newest_engine(GAME)
    options = engine.rules.complete({})
    table, played = open_table(engine, options, len(NAMES), {"first": READER})
    everything = list(played)
    for step in STEPS:
        table, one = play_step(table, engine.parse(table.position, step).step)
        table, forced = play_forced(table)
        everything += [one, *forced]
    return table, everything
