"""The site is built without a warning: every page is in a table of contents, and every internal link has its target."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from testkit.doc_snippets import ROOT

BUILD = ["-m", "sphinx", "--fail-on-warning", "--keep-going", "--quiet", "--builder", "html"]


def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    words = [sys.executable, *BUILD, "--doctree-dir", str(tmp_path / "doctrees"), "docs", str(tmp_path / "html")]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "html" / "index.html").exists()
