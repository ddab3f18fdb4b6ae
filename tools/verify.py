"""Check the record of a match, without the rules of its game and without a line of the program that wrote it.
The page "Records" of the documentation says how all is computed. Exit codes: 0 right, 1 wrong, 2 not a record.

    python3 verify.py K7Q2.json ["K7Q2 turn 9, chain 5f3a 91c0 77aa 0b12" ...]    the texts: last lines of letters
"""
import hashlib, hmac, itertools, json, pathlib, re, sys

TABLES = ("5 10 15 20 25,5 5 5 5 15,10 10 15 15 20,15 10 5 10 20,25 20 15 10 5,10 15 10 15 10",  # of Cheops, by type
          "0 5 30 0 20,0 0 0 10 40,20 0 20 0 20,30 15 0 15 30,5 25 5 25 5,10 0 5 0 35",
          "10 10 5/15 15 x/5,10/20 10/20 5/15 10/25 15/30,10 5/15 10 5/20 15,5 x/5 10 5 15")
CHAMBERS = [[name, "straight"] for name in ("lotus", "eye", "falcon", "ibis", "crown")]
CARDS = ["straight"] * 6 + ["curve"] * 8 + ["tee"] * 10 + ["cross"] * 6 + CHAMBERS
PHOTOS = ([3, None], [2, "mummy"], [2, "curse"], [1, "mummy"], [1, "curse"])
PLAIN = r'("[a-z][a-z0-9_]*":|"([ !#-\[\]-~]|\\["\\])*"(?!:)|[\[\]{},]|true|false|null|-?[0-9]+)*'  # of ASCII, no point
SALT = '{"from":"(none","salt":"|(word|letter)","salt":"[0-9a-f]{64})"}'
LIMITS = """Not checked: whether each step was legal, and the result. The command `adjudicator verify` does that.
No record can prove when something was done, by which way, whether it was late, and that somebody agreed."""

def read(text):
    def once(pairs):
        if len(dict(pairs)) < len(pairs):
            raise ValueError("an object has a key twice")
        return dict(pairs)
    return json.loads(text, object_pairs_hook=once, parse_int=lambda n: int(n) if abs(int(n)) < 2**53 else float(n))

def canonical(value): return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
def sha256(data): return hashlib.sha256(data).hexdigest()
def packed(*parts):
    parts = [part if isinstance(part, bytes) else part.encode() for part in parts]
    return b"".join(b"%d:%b," % (len(part), part) for part in parts)

def deal(header, key):
    """Deal a match again; None for a game or components that are not known here."""
    blocks = (hmac.new(key, n.to_bytes(8, "big"), "sha256").digest() for n in itertools.count())
    words = (int.from_bytes(block[at : at + 8], "big") for block in blocks for at in (0, 8, 16, 24))
    rules, options, seats = header["rules"], header["options"], len(header["seats"])
    def below(bound):
        return next(word for word in words if word < 2**64 - 2**64 % bound) % bound
    def shuffled(items):
        items = list(items)
        for last in range(len(items) - 1, 0, -1):
            other = below(last + 1)
            items[last], items[other] = items[other], items[last]
        return items
    if rules == "egyptos/1": return {"first": below(2)}
    if rules == "cheops/1" and options["tables"] == "reconstruction":
        dealt, laws = {"first": below(seats), "law7": 20}, ["C3", "C5", "C7", "E3", "E5", "G3"]
        cells = [f"{row}{n}" for level, row in enumerate("ABCDEFGHIJK") for n in range(1, 12 - level)]
        tables = shuffled([table for kind in TABLES for table in shuffled(kind.split(","))[:2]])
        rows = [[[n if n == "x" else int(n) for n in row.split("/")] for row in table.split()] for table in tables]
        dealt["treasures"] = dict(zip([cell for cell in cells if cell not in laws], shuffled("RGBONM" * 10)))
        dealt.update(tables=dict(zip("RGBONM", rows)), laws=dict(zip(laws, shuffled(range(1, 13)))))
        tiles = [int(tile) for tile in shuffled("1234" * (16 - seats))]
        return {**dealt, "stacks": [tiles[n::3][::-1] for n in range(3)]}
    if rules == "pharao/1" and options["tiles"] == "reconstruction":
        cells = [column + row for row in "123456" for column in "ABCDEF"]
        start = [cell for cell in cells if cell[0] in "AF" or cell[1] in "16"][below(20)]
        dealt = {"start": start, "first": below(seats), "start_sides": ["NESW"][below(1)]}
        dealt["cards"] = dict(zip([cell for cell in cells if cell != start], shuffled(CARDS)))
        return {**dealt, "photos": shuffled(PHOTOS), "treasures": shuffled([2, 2, 2, 2, 3, 3, 3, 3])}

def check(record, first, expect):
    """Check a record, and return the digests of its chain; `first` is there if names were erased."""
    header, seed, dealt, end = record["header"], record["seed"], record["deal"], record.get("end")
    two = [("adjudicator-record", 1), ("adjudicator-record", 2)].index((header["format"], header["version"]))
    salts, digests = header["salts"], [first or sha256(canonical(header))]
    entries = record["entries"] if two else record["steps"] + [end] * (end is not None)
    for n, entry in enumerate(entries, 1):
        plain = canonical({name: value for name, value in entry.items() if name != "digest"})
        expect(sha256(digests[-1].encode() + plain) == entry["digest"], f"entry {n}: its digest differs")
        expect(entry is end or canonical(entry["n"]).decode() == str(n), f"entry {n}: it has another number")
        digests.append(entry["digest"])
    if two:
        text = canonical([header, entries]).decode()
        given = [one["salt"] for one in salts if re.fullmatch(SALT, canonical(one).decode())]
        expect(re.fullmatch(PLAIN, text), "header, entries: something else than printable ASCII and whole numbers")
        expect(len(given) == len(salts) == len(header["seats"]), "salts: each seat has one, 64 digits or none")
        marks = [e for e in entries if e["kind"] == "end" or e["kind"] == "ruling" and e["values"]["to"] is not None]
        end, salts = marks[-1] if marks and marks[-1]["kind"] == "end" else None, given
        for digest, one in record["openings"].items():
            use, where, salt = one["use"], f"opening {digest[:8]}: ", bytes.fromhex(one["salt"])
            fits = len(one["salt"]) == 32 and sha256(packed("adjudicator sealed 2", use, salt, one["text"])) == digest
            field = {"name": "id", "reason": "because", "step": "step"}[use]
            expect(fits, where + "its text and salt have another digest")
            expect(re.search(f'"{field}":"#?{digest}"', text), where + f"nothing is sealed by it as a {use}")
            expect(end or use != "name" or header["terms"].get("names") != "hidden", where + "names are hidden")
    expect((seed is None) == (dealt is None), "seed, deal: one is there without the other")
    expect(end or seed is None, "seed: given away although the match goes on")
    expect(not end or seed or two and end["values"]["cause"] == "time", "seed: missing although the match is over")
    if seed:
        raw = bytes.fromhex(seed)
        tied = not two or sha256(packed("adjudicator seed 2", header["match"], raw)) == header["seed_digest"]
        again = deal(header, packed("adjudicator deal 1", raw, *salts))
        expect(tied and re.fullmatch("([0-9a-f]{2}){16,}", seed), "seed: not the one tied when all began")
        expect(sha256(packed("adjudicator commitment 1", raw, *salts)) == header["commitment"], "seed: not committed")
        expect(again is None or canonical(again) == canonical(dealt), "deal: it does not follow from seed and salts")
        print("The deal was made again from the seed." if again else "Not checked: the deal, of a game not known here.")
    return digests

def main(path, *lines):
    whole, wrong = read(pathlib.Path(path).read_text("utf-8")), []
    record = whole["record"] if whole.get("format") == "adjudicator-erased" else whole
    digests = check(record, whole.get("first"), lambda right, fault: wrong.extend([] if right else [fault]))
    for line in lines:  # such as "K7Q2 turn 9, chain 5f3a 91c0", or the digest alone
        start = "".join(re.findall(r"\b[0-9a-f]{4,}\b", line.split(",")[-1]))
        at = [n for n, digest in enumerate(digests) if len(start) >= 8 and digest.startswith(start)]
        ours = at and ("," not in line or record["header"]["match"] in line)
        wrong += [] if ours else [f"{line!r} is not of this record"]
        print(f"{line!r} stands at entry {at[0]} of {len(digests) - 1}." if ours else "")
    names = set(re.findall('"id": "([0-9a-f]{64})', json.dumps(record))) - set(record.get("openings", ()))
    print(*[f"WRONG {fault}" for fault in wrong], f"Entries: {len(digests) - 1}. Faults: {len(wrong)}.", sep="\n")
    print("Names withheld:", len(names) if record is whole else "in the header, beyond the chain", "\n" + LIMITS)
    return 1 if wrong else 0

if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:]) if sys.argv[1:] else __doc__)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        print(f"this is not a record: {type(error).__name__} {error}")
        sys.exit(2)
