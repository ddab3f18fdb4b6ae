// Checks the record of a match, without the rules of its game. It is written from the page "Records" of the documentation,
// and shows that the page is enough.
//
//     node verify.mjs K7Q2.json ["K7Q2 turn 9, chain 5f3a 91c0 77aa 0b12" ...]
//
// More than one file may be given; the other texts are last lines of letters, looked up in each of them.
// Exit codes: 0 all is right, 1 something is wrong, 2 this is not a record.

import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

class NotARecord extends Error {}

const TABLES = [
  ["5 10 15 20 25", "5 5 5 5 15", "10 10 15 15 20", "15 10 5 10 20", "25 20 15 10 5", "10 15 10 15 10"],
  ["0 5 30 0 20", "0 0 0 10 40", "20 0 20 0 20", "30 15 0 15 30", "5 25 5 25 5", "10 0 5 0 35"],
  ["10 10 5/15 15 x5", "10/20 10/20 5/15 10/25 15/30", "10 5/15 10 5/20 15", "5 x5 10 5 15"],
];
const LAW_CELLS = ["C3", "C5", "C7", "E3", "E5", "G3"];
const COLOURS = ["R", "G", "B", "O", "N", "M"];
const CHAMBERS = ["lotus", "eye", "falcon", "ibis", "crown"];
const PHOTOS = [[3, null], [2, "mummy"], [2, "curse"], [1, "mummy"], [1, "curse"]];

// JSON.parse takes 1.0 for 1 and the second of two equal keys, so the text is read here.
function parse(text) {
  let at = 0;
  const blanks = () => { while (" \t\r\n".includes(text[at] ?? "?")) at += 1; };
  const take = (sign) => { blanks(); if (text[at] !== sign) return false; at += 1; return true; };
  const expect = (sign) => { if (!take(sign)) throw new NotARecord(`${sign} expected at ${at}`); };
  const word = (pattern) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found?.[0];
  };
  const string = () => {
    blanks();
    const found = word(/"(?:[^"\\]|\\.)*"/sy);
    if (found === undefined) throw new NotARecord(`a text expected at ${at}`);
    return JSON.parse(found);
  };
  const value = (depth) => {
    if (depth > 100) throw new NotARecord("too deep");
    blanks();
    if (text[at] === '"') return string();
    if (take("{")) {
      const found = Object.create(null);
      if (take("}")) return found;
      do {
        const key = string();
        expect(":");
        if (key in found) throw new NotARecord(`the key ${key} stands twice in an object`);
        found[key] = value(depth + 1);
      } while (take(","));
      expect("}");
      return found;
    }
    if (take("[")) {
      const found = [];
      if (take("]")) return found;
      do found.push(value(depth + 1)); while (take(","));
      expect("]");
      return found;
    }
    const plain = word(/-?[0-9.eE+-]+|true|false|null/y);
    if (plain === undefined) throw new NotARecord(`a value expected at ${at}`);
    if (/^[tfn]/.test(plain)) return JSON.parse(plain);
    if (!/^-?(?:0|[1-9][0-9]*)$/.test(plain) || !Number.isSafeInteger(Number(plain))) {
      throw new NotARecord(`${plain} is not a whole number below 2^53`);
    }
    return Number(plain);
  };
  const whole = value(0);
  blanks();
  if (at < text.length) throw new NotARecord(`something follows at ${at}`);
  return whole;
}

function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${fields.join(",")}}`;
}

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

function packed(...parts) {
  return Buffer.concat(parts.flatMap((part) => {
    const bytes = Buffer.from(part);
    return [Buffer.from(`${bytes.length}:`), bytes, Buffer.from(",")];
  }));
}

class Dealer {
  constructor(seed, salts) {
    this.key = packed("adjudicator deal 1", seed, ...salts);
    this.counter = 0n;
    this.words = [];
  }

  word() {
    if (!this.words.length) {
      const message = Buffer.alloc(8);
      message.writeBigUInt64BE(this.counter);
      this.counter += 1n;
      const block = createHmac("sha256", this.key).update(message).digest();
      this.words = [0, 8, 16, 24].map((at) => block.readBigUInt64BE(at));
    }
    return this.words.shift();
  }

  below(n) {
    const bound = BigInt(n);
    const all = 1n << 64n;
    for (;;) {
      const word = this.word();
      if (word < all - (all % bound)) return Number(word % bound);
    }
  }

  shuffle(items) {
    const order = [...items];
    for (let i = order.length - 1; i > 0; i -= 1) {
      const j = this.below(i + 1);
      [order[i], order[j]] = [order[j], order[i]];
    }
    return order;
  }
}

const repeat = (times, items) => Array.from({ length: times }, () => items).flat();
const pair = (keys, values) => Object.fromEntries(keys.map((key, place) => [key, values[place]]));

function dealCheops(dealer, seats) {
  const number = (text) => {
    if (text.startsWith("x")) return ["x", Number(text.slice(1))];
    return text.split("/").map(Number);
  };
  const cells = [..."ABCDEFGHIJK"].flatMap((row, level) =>
    Array.from({ length: 11 - level }, (_, place) => `${row}${place + 1}`));
  const first = dealer.below(seats);
  const six = dealer.shuffle(TABLES.flatMap((type) => dealer.shuffle(type).slice(0, 2)));
  const treasures = dealer.shuffle(repeat(10, COLOURS));
  const laws = dealer.shuffle(Array.from({ length: 12 }, (_, place) => place + 1));
  const tiles = dealer.shuffle(repeat(16 - seats, [1, 2, 3, 4]));
  return {
    first,
    tables: pair(COLOURS, six.map((table) => table.split(" ").map(number))),
    treasures: pair(cells.filter((cell) => !LAW_CELLS.includes(cell)), treasures),
    laws: pair(LAW_CELLS, laws),
    stacks: [0, 1, 2].map((stack) => tiles.filter((_, place) => place % 3 === stack).reverse()),
    law7: 20,
  };
}

function dealPharao(dealer, seats) {
  const cells = [..."123456"].flatMap((row) => [..."ABCDEF"].map((column) => column + row));
  const start = cells.filter((cell) => /[AF16]/.test(cell))[dealer.below(20)];
  const first = dealer.below(seats);
  dealer.below(1);
  const cards = [
    ...repeat(6, ["straight"]), ...repeat(8, ["curve"]), ...repeat(10, ["tee"]), ...repeat(6, ["cross"]),
    ...CHAMBERS.map((name) => [name, "straight"]),
  ];
  return {
    start,
    first,
    start_sides: "NESW",
    cards: pair(cells.filter((cell) => cell !== start), dealer.shuffle(cards)),
    photos: dealer.shuffle(PHOTOS),
    treasures: dealer.shuffle([2, 2, 2, 2, 3, 3, 3, 3]),
  };
}

// The deal, or null for a game or components that the page does not describe.
function deal(header, seed, salts) {
  const dealer = new Dealer(seed, salts);
  const { rules, options, seats } = header;
  if (rules === "egyptos/1") return { first: dealer.below(2) };
  if (rules === "cheops/1" && options.tables === "reconstruction") return dealCheops(dealer, seats.length);
  if (rules === "pharao/1" && options.tiles === "reconstruction") return dealPharao(dealer, seats.length);
  return null;
}

const isHex = (text, bytes) => typeof text === "string" && /^(?:[0-9a-f]{2})*$/.test(text) && text.length === 2 * bytes;

function* checkWriting(value, isMap = false) {
  if (typeof value === "string" && !/^[ -~]*$/.test(value)) yield `${JSON.stringify(value)} is not printable ASCII`;
  if (value === null || typeof value !== "object") return;
  for (const [key, inner] of Object.entries(value)) {
    if (isMap && !/^[a-z][a-z0-9_]*$/.test(key)) yield `the key ${JSON.stringify(key)}`;
    yield* checkWriting(key);
    yield* checkWriting(inner);
  }
}

function endThatCounts(record) {
  if (record.header.version === 1) return record.end;
  let end = null;
  for (const entry of record.entries) {
    if (entry.kind === "end") end = entry;
    if (entry.kind === "ruling" && entry.values.to !== null) end = null;
  }
  return end;
}

// Which digests stand where a name, a reason or a step is sealed.
function sealedIn(record) {
  const sealed = { name: new Set(), reason: new Set(), step: new Set() };
  const walk = (value) => {
    if (value === null || typeof value !== "object") return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === "id" && inner !== null) sealed.name.add(inner);
      if (key === "because") sealed.reason.add(inner);
      if (key === "step" && typeof inner === "string" && inner.startsWith("#")) sealed.step.add(inner.slice(1));
      walk(inner);
    }
  };
  walk([record.header, record.entries]);
  return sealed;
}

function* checkVersion2(record) {
  const { header, entries, openings } = record;
  for (const fault of checkWriting([header, entries])) yield `writing: ${fault}`;
  for (const map of [header.options, header.terms]) for (const fault of checkWriting(map, true)) yield `writing: ${fault}`;
  if (header.salts.length !== header.seats.length) yield "salts: not as many as seats";
  for (const { from, salt } of header.salts) {
    const right = from === "none" ? salt === "" : ["word", "letter"].includes(from) && isHex(salt, 32);
    if (!right) yield `salts: ${salt} from ${from}`;
  }
  const sealed = sealedIn(record);
  const hidden = header.terms.names === "hidden" && !endThatCounts(record);
  for (const [digest, { use, text, salt }] of Object.entries(openings)) {
    if (!(use in sealed)) yield `opening ${digest}: unknown use ${use}`;
    else if (!sealed[use].has(digest)) yield `opening ${digest}: nothing is sealed by it as a ${use}`;
    const right = isHex(salt, 16) && sha256(packed("adjudicator sealed 2", use, Buffer.from(salt, "hex"), text)) === digest;
    if (!right) yield `opening ${digest}: its text and salt have another digest`;
    if (use === "name" && hidden) yield `opening ${digest}: names are hidden`;
  }
}

function* checkSeed(record) {
  const { header, seed } = record;
  const end = endThatCounts(record);
  if ((seed === null) !== (record.deal === null)) yield "seed, deal: one without the other";
  if (seed !== null && !end) yield "seed: given away while the match is running";
  if (seed === null && end && !(header.version === 2 && end.values.cause === "time")) yield "seed: missing";
  if (seed === null) return;
  if (!isHex(seed, seed.length / 2) || seed.length < 32) {
    yield "seed: not 16 bytes or more in hexadecimal";
    return;
  }
  const bytes = Buffer.from(seed, "hex");
  const salts = header.version === 2 ? header.salts.map((one) => one.salt) : header.salts;
  if (sha256(packed("adjudicator commitment 1", bytes, ...salts)) !== header.commitment) yield "seed: not committed to";
  if (header.version === 2 && sha256(packed("adjudicator seed 2", header.match, bytes)) !== header.seed_digest) {
    yield "seed: not the one of seed_digest";
  }
  const again = deal(header, bytes, salts);
  if (again && canonical(again) !== canonical(record.deal)) yield "deal: does not follow from seed and salts";
}

function needRecord(record) {
  const { header } = record;
  if (header?.format !== "adjudicator-record" || ![1, 2].includes(header.version)) throw new NotARecord("no format known here");
  const lists = header.version === 2 ? [header.seats, header.salts, record.entries] : [header.seats, header.salts, record.steps];
  if (!lists.every(Array.isArray) || record.seed === undefined || record.deal === undefined) throw new NotARecord("parts are missing");
}

// What is wrong, and the digests of the chain.
function check(whole) {
  const erased = whole.format === "adjudicator-erased";
  const record = erased ? whole.record : whole;
  needRecord(record);
  const { header } = record;
  const faults = [];
  const digests = [erased ? whole.first : sha256(canonical(header))];
  const entries = header.version === 2 ? record.entries : [...record.steps, ...(record.end ? [record.end] : [])];
  entries.forEach((entry, place) => {
    const { digest, ...plain } = entry;
    if (sha256(digests.at(-1) + canonical(plain)) !== digest) faults.push(`entry ${place + 1}: its digest differs`);
    if (entry !== record.end && entry.n !== place + 1) faults.push(`entry ${place + 1}: its number is ${entry.n}`);
    digests.push(digest);
  });
  if (header.version === 2) faults.push(...checkVersion2(record));
  faults.push(...checkSeed(record));
  return { faults, digests, match: header.match };
}

function findLetter(line, digests, match) {
  const start = (line.split(",").at(-1).match(/\b[0-9a-f]{4,}\b/g) ?? []).join("");
  if (start.length < 8 || (line.includes(",") && !line.includes(match))) return -1;
  return digests.findIndex((digest) => digest.startsWith(start));
}

function report(path, lines) {
  try {
    const { faults, digests, match } = check(parse(readFileSync(path, "utf8")));
    for (const line of lines) {
      const entry = findLetter(line, digests, match);
      if (entry < 0) faults.push(`${line}: not of this record`);
      else console.log(`${path}: ${line}: entry ${entry} of ${digests.length - 1}`);
    }
    for (const fault of faults) console.log(`${path}: WRONG ${fault}`);
    console.log(`${path}: ${digests.length - 1} entries, ${faults.length} faults`);
    return faults.length ? 1 : 0;
  } catch (error) {
    if (!(error instanceof NotARecord || error instanceof TypeError || error instanceof SyntaxError || error.code)) throw error;
    console.log(`${path}: this is not a record: ${error.message}`);
    return 2;
  }
}

const paths = process.argv.slice(2).filter((word) => word.endsWith(".json"));
const lines = process.argv.slice(2).filter((word) => !word.endsWith(".json"));
process.exitCode = paths.length ? Math.max(...paths.map((path) => report(path, lines))) : 2;
