from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.match.dealing.seeded_dealer import WORDS, SeededDealer, commitment

SEED = bytes(range(32))

# Computed with another implementation (openssl dgst -mac HMAC): bounds 2, 6, 10, 1000 and 2**64, then eight letters.
VECTORS = [
    (
        (),
        "98aa25f1f9ac5c45801d8ad0e6745a07112465488790e684e4e88e75105d2ae0",
        [0, 4, 3, 280, 9889257906668778625],
        "ABEGFHCD",
    ),
    (
        ("anna", "bob"),
        "6d12673fe764d9de348e1e0ef119d0e8f669da83eb49b018a93e46d291bff412",
        [0, 0, 2, 880, 4811230879530971697],
        "BCFHEGDA",
    ),
    (
        ("an", "nabob"),
        "54e1c5b10191b4e653ae765230752bb387612f1fc635757c58648afc4c379813",
        [1, 0, 8, 816, 17114435415041012725],
        "HGACBEFD",
    ),
    (
        ("é",),
        "f0996ab49db586fda2347545614768bde1bc69dd7875503a45f3c71c2479a152",
        [1, 4, 1, 106, 12689726537333988400],
        "CHFABGED",
    ),
]


@pytest.mark.parametrize(("salts", "fixed", "draws", "order"), VECTORS)
def test_the_published_vectors_hold(salts: tuple[str, ...], fixed: str, draws: list[int], order: str) -> None:
    dealer = SeededDealer(SEED, salts)
    assert commitment(SEED, salts) == fixed
    assert [dealer.below(bound) for bound in (2, 6, 10, 1000, 2**64)] == draws
    assert "".join(dealer.shuffled("ABCDEFGH")) == order


@given(
    st.binary(min_size=16, max_size=99), st.lists(st.text(), max_size=4), st.lists(st.integers(1, WORDS), max_size=20)
)
def test_the_same_seed_draws_the_same(seed: bytes, salts: list[str], bounds: list[int]) -> None:
    first, second = SeededDealer(seed, salts), SeededDealer(seed, salts)
    draws = [first.below(bound) for bound in bounds]
    assert draws == [second.below(bound) for bound in bounds]
    assert all(0 <= draw < bound for draw, bound in zip(draws, bounds, strict=True))


@given(st.lists(st.text(max_size=3), max_size=3), st.lists(st.text(max_size=3), max_size=3))
def test_different_salts_give_another_commitment_and_another_stream(ours: list[str], theirs: list[str]) -> None:
    same = ours == theirs
    assert (commitment(SEED, ours) == commitment(SEED, theirs)) is same
    assert (SeededDealer(SEED, ours).below(WORDS) == SeededDealer(SEED, theirs).below(WORDS)) is same


def test_a_commitment_does_not_give_the_stream_away() -> None:
    salts = ["a salt that makes the key longer than a block of SHA-256"] * 2
    public = bytes.fromhex(commitment(SEED, salts))
    dealer = SeededDealer(SEED, salts)
    first = dealer.below(WORDS)
    import hmac

    assert hmac.digest(public, bytes(8), "sha256")[:8] != first.to_bytes(8, "big")


def test_words_that_would_favour_small_numbers_are_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    dealer = SeededDealer(SEED)
    monkeypatch.setattr(dealer, "_words", iter([WORDS - 1, 7]))
    assert dealer.below(10) == 7


def test_draws_and_orders_are_even() -> None:
    dealer = SeededDealer(SEED)
    draws = Counter(dealer.below(6) for _ in range(6000))
    assert all(850 < draws[face] < 1150 for face in range(6))
    orders = Counter(dealer.shuffled("abc") for _ in range(6000))
    assert len(orders) == 6
    assert all(850 < count < 1150 for count in orders.values())


@given(st.lists(st.integers()))
def test_shuffling_keeps_every_item(items: list[int]) -> None:
    assert sorted(SeededDealer(SEED).shuffled(items)) == sorted(items)


@pytest.mark.parametrize("bound", [0, -1, WORDS + 1])
def test_a_bound_that_cannot_be_drawn_is_refused(bound: int) -> None:
    with pytest.raises(ValueError, match=f"cannot draw below {bound}"):
        SeededDealer(SEED).below(bound)


def test_a_short_seed_is_refused() -> None:
    with pytest.raises(ValueError, match="16 bytes or more, not 3"):
        SeededDealer(b"abc")
