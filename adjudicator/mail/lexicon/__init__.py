"""Words and phrases that mail programs and people use, in the languages they speak."""
