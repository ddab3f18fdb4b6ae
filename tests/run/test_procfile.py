"""The Procfile: what it says, and that the one we ship can be read."""

import pytest

from adjudicator.run.procfile import BadProcfile, find_procfile, read_procfile


def test_programs_come_in_their_order_without_comments() -> None:
    text = "# the pages\nweb: serve --port 80\n\nworker:  work: hard  \n"
    assert list(read_procfile(text).items()) == [("web", "serve --port 80"), ("worker", "work: hard")]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("web serve", "line 1 must be `name: command`, not 'web serve'"),
        ("web:", "line 1 must be"),
        ("# fine\nWeb: serve", "line 2 must be"),
        ("web: a\nweb: b", "line 2 names web a second time"),
    ],
)
def test_a_line_that_names_no_program_is_quoted(text: str, fault: str) -> None:
    with pytest.raises(BadProcfile, match=fault):
        read_procfile(text)


def test_ours_names_the_programs_of_the_service() -> None:
    assert list(read_procfile(find_procfile().read_text())) == ["web", "worker", "beat", "listen", "poll"]
