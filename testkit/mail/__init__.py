"""Letters for tests: reply layouts, phrasings of orders, signing keys, and a fuzzer of letters.

`reply_layouts.py` and `phrasings.py` are data in the languages of mail programs and players; `fuzz/letter.py` is the
first file of the fuzzer.
"""
