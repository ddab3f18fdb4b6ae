"""One test may check many cases: none of them is left out, and each that fails is named."""

from __future__ import annotations

import pytest

from testkit.cases import check_cases


def test_every_case_that_fails_is_told_with_its_name() -> None:
    tried = []

    def check() -> None:
        with check_cases() as case:
            for number in (1, 2, 3):
                with case("number", number):
                    tried.append(number)
                    assert number == 2

    with pytest.raises(ExceptionGroup, match="2 of 3 cases fail") as told:
        check()
    assert tried == [1, 2, 3]
    assert [failure.__notes__ for failure in told.value.exceptions] == [["case: number, 1"], ["case: number, 3"]]


def test_no_case_at_all_is_a_failure() -> None:
    with pytest.raises(AssertionError, match="no case"), check_cases():
        pass
