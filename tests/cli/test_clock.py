import json
from pathlib import Path

from testkit.console import Console

STORY = {
    "id": "a", "seats": 2, "time": "36h", "player": {"zone": "UTC"}, "until": "2027-01-04T09:00:00Z",
    "events": [{"at": "2027-01-04T09:00:00Z", "what": "turn"}],
}  # fmt: skip


def test_each_story_of_a_file_gets_a_line(shafts_console: Console, tmp_path: Path) -> None:
    path = tmp_path / "stories.jsonl"
    path.write_text(json.dumps(STORY) + "\nnonsense\n")
    ran = shafts_console("clock", str(path))
    told, wrong = (json.loads(line) for line in ran.output.splitlines())
    assert ran.exit_code == 0
    assert told["told"][0]["due"] == "2027-01-05T21:00:00Z"
    assert "error" in wrong
