#!/usr/bin/env python3
"""Writes by_ear.tsv: how Latin names are written by ear in scripts that spell sounds, not letters.

    generate_by_ear.py NAME_FORMS [--half]

NAME_FORMS is a gzip file with a line per given or family name, "form, form, ... => Q1234": its forms in all scripts, from Wikidata
(CC0). With --half every other item is left out (the odd ones by a hash of their number), so that those can be measured; the committed table was written so.

Every character, Hangul letter or kana stands for a run of up to four Latin letters. Which, and how often, is what makes the pairs of
forms most likely (expectation maximisation, five rounds, every cut of a name counted by its likelihood). Pairs that fit worse than
chance after two rounds are other names with one meaning and are left out. Run it in this folder; the output is committed.
"""
import gzip
import hashlib
import math
import multiprocessing
import re
import sys
import unicodedata

SCRIPTS = {"Han": "[\u4e00-\u9fff]{2,}", "Hangul": "[\uac00-\ud7a3]{2,}", "Katakana": "[\u30a1-\u30fc]{2,}", "Hebrew": "[\u05d0-\u05ea']{2,}", "Arabic": "[\u0620-\u06d3]{2,}"}
ROUNDS = 5
LONGEST = 4  # Latin letters of one character
BY_LENGTH = (0.25, 1, 1, 0.5, 0.15)  # what is likely before anything is known
UNSEEN = (1e-6, 1e-6, 1e-6, 1e-8, 1e-8)
BITS_PER_LETTER = 3.3  # of any name
FEWEST_SEEN = 2
MOST_READINGS = 9
DEAREST = 75  # tenths of a bit
LETTERS = str.maketrans({"ß": "ss", "ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ı": "i", "š": "sh", "ž": "zh", "č": "ch"})


def plain(text):
    text = "".join(c for c in unicodedata.normalize("NFD", text.lower().translate(LETTERS)) if not unicodedata.combining(c))
    return text if re.fullmatch("[a-z]+", text) else None


def units(form, script):
    if script != "Katakana":
        form = unicodedata.normalize("NFD", form)
    return [c for c in form if not unicodedata.combining(c) and c != "'"]


def pairs_of(path):
    pairs = {script: [] for script in SCRIPTS}
    for line in gzip.open(path, "rt", encoding="utf-8"):
        forms, item = line.rstrip("\n").split(" => ")
        if "--half" in sys.argv and int(hashlib.md5(item.encode()).hexdigest(), 16) % 2:
            continue
        forms = forms.split(", ")
        latin = sorted({form for form in map(plain, forms) if form})[:4]
        for form in forms:
            for script, pattern in SCRIPTS.items():
                if latin and re.fullmatch(pattern, form):
                    pairs[script].append((units(form, script), latin))
    return pairs


def likelihood(table, latin):
    """Of each way through the first characters and letters."""
    last = len(latin)
    rows = [[0.0] * (last + 1) for _ in range(len(table) + 1)]
    rows[0][0] = 1.0
    for i, readings in enumerate(table):
        for j, so_far in enumerate(rows[i]):
            if so_far > 0:
                for size in range(min(LONGEST, last - j) + 1):
                    rows[i + 1][j + size] += so_far * (BY_LENGTH[size] if readings is None else readings.get(latin[j:j + size], UNSEEN[size]))
    return rows


def count(characters, table, latin, rows, counts):
    last = len(latin)
    behind = [0.0] * last + [1.0]
    for i in range(len(table) - 1, -1, -1):
        readings, own, here = table[i], counts.setdefault(characters[i], {}), [0.0] * (last + 1)
        for j in range(last + 1):
            for size in range(min(LONGEST, last - j) + 1):
                run = latin[j:j + size]
                way = (BY_LENGTH[size] if readings is None else readings.get(run, UNSEEN[size])) * behind[j + size]
                here[j] += way
                share = rows[i][j] * way / rows[-1][-1]
                if share > 1e-3:
                    own[run] = own.get(run, 0) + share
        behind = here


def learn(pairs):
    known = None
    for turn in range(ROUNDS):
        counts = {}
        for characters, forms in pairs:
            table = [None if known is None else known.get(c, {}) for c in characters]
            best = None
            for latin in forms:
                rows = likelihood(table, latin)
                if rows[-1][-1] > 0:
                    bits = math.log2(rows[-1][-1]) + (0 if known is None else BITS_PER_LETTER * len(latin))
                    if best is None or bits > best[0]:
                        best = (bits, latin, rows)
            if best is not None and not (turn >= 2 and best[0] < 0):
                count(characters, table, best[1], best[2], counts)
        known = {}
        for character, runs in counts.items():
            total = sum(runs.values())
            known[character] = {run: seen / (total + 1) for run, seen in runs.items() if seen / (total + 1) > 0.002}
    return {c: runs for c, runs in known.items() if sum(counts[c].values()) >= FEWEST_SEEN}


def main():
    pairs = pairs_of(sys.argv[1])
    with multiprocessing.Pool(2) as pool:
        learned = dict(zip(pairs, pool.map(learn, pairs.values(), chunksize=1)))
    with open("by_ear.tsv", "w", encoding="utf-8") as out:
        out.write("# Generated by generate_by_ear.py from Wikidata's given and family names (CC0). Do not edit.\n"
                  "# How Latin letters of foreign names are written by ear: what a character, Hangul letter or kana stands for, and how often.\n"
                  "# Columns: character, Latin letters:cost (- for none), best first; the cost is the information in tenths of a bit.\n")
        for script, known in learned.items():
            out.write(f"# {script}\n")
            for character in sorted(known):
                costs = sorted((round(-10 * math.log2(share)), run) for run, share in known[character].items())
                readings = [f"{run or '-'}:{cost}" for cost, run in costs if cost <= DEAREST][:MOST_READINGS]
                if readings:
                    out.write(character + "\t" + " ".join(readings) + "\n")
    print({script: (len(pairs[script]), len(known)) for script, known in learned.items()})


main()
