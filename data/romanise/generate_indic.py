#!/usr/bin/env python3
"""Writes indic.tsv and ethiopic.tsv from the names that the Unicode standard gives the letters.

The names are romanisations themselves (DEVANAGARI LETTER KHA); what is not how people spell their names is set right below.
Run it in this folder; the output is committed.
"""
import unicodedata as ud

BLOCKS = {"DEVANAGARI": (0x900, 0x97F), "BENGALI": (0x980, 0x9FF), "GURMUKHI": (0xA00, 0xA7F), "GUJARATI": (0xA80, 0xAFF),
          "ORIYA": (0xB00, 0xB7F), "TAMIL": (0xB80, 0xBFF), "TELUGU": (0xC00, 0xC7F), "KANNADA": (0xC80, 0xCFF),
          "MALAYALAM": (0xD00, 0xD7F), "SINHALA": (0xD80, 0xDFF), "KHMER": (0x1780, 0x17DD), "MYANMAR": (0x1000, 0x109F),
          "TIBETAN": (0xF40, 0xFBC)}
# Letter names whose spelling in personal names is another; second value: the other habit.
CONSONANTS = {"CA": ("ch", "c"), "CHA": ("chh", "ch"), "TTA": ("t", ""), "TTHA": ("th", "t"), "DDA": ("d", ""), "DDHA": ("dh", "d"),
              "NNA": ("n", ""), "NNNA": ("n", ""), "SSA": ("sh", "s"), "SHA": ("sh", "s"), "VA": ("v", "w"), "YYA": ("y", ""),
              "RRA": ("r", "d"), "RRHA": ("rh", "dh"), "LLA": ("l", ""), "LLLA": ("zh", "l"), "NGA": ("ng", "n"), "NYA": ("ny", "n"),
              "JHA": ("jh", "z"), "PHA": ("ph", "f"), "FA": ("f", "ph"), "THA": ("th", "t"), "BHA": ("bh", ""), "WA": ("w", "v"),
              "KHHA": ("kh", ""), "GHHA": ("gh", "g"), "DDDHA": ("r", "d"), "QA": ("q", "k"), "ZA": ("z", "j"), "KHA": ("kh", ""),
              "YA": ("y", ""), "DHA": ("dh", "d"), "GHA": ("gh", "g")}
VOWELS = {"A": ("a", ""), "AA": ("a", "aa"), "I": ("i", ""), "II": ("i", "ee"), "U": ("u", ""), "UU": ("u", "oo"),
          "VOCALIC R": ("ri", "ru"), "VOCALIC RR": ("ri", "ru"), "VOCALIC L": ("li", ""), "VOCALIC LL": ("li", ""), "E": ("e", ""),
          "EE": ("e", ""), "AI": ("ai", ""), "O": ("o", ""), "OO": ("o", ""), "AU": ("au", "ou"), "CANDRA E": ("e", ""),
          "CANDRA O": ("o", ""), "SHORT E": ("e", ""), "SHORT O": ("o", ""), "CANDRA A": ("a", ""), "OE": ("o", ""), "OOE": ("o", ""),
          "AW": ("o", ""), "Y": ("i", ""), "YY": ("ue", "eu"), "UA": ("ua", "uor"), "YA": ("oea", ""), "IE": ("ie", "ea"),
          "AE": ("ae", "e"), "OM": ("om", ""), "TALL AA": ("a", "ar"), "QUK": ("uk", ""), "QAA": ("a", ""), "QU": ("u", ""),
          "QAI": ("ai", ""), "QOO TYPE ONE": ("o", ""), "QI": ("i", ""), "QII": ("i", ""), "QE": ("e", ""), "QAU": ("au", "")}
BENGALI = {"VA": ("b", "v"), "YA": ("j", "y"), "YYA": ("y", "i"), "BHA": ("bh", "v"), "SA": ("s", "sh"), "JA": ("j", "z")}
TAMIL = {"KA": ("k", "g"), "CA": ("s", "ch"), "TTA": ("t", "d"), "TA": ("th", "d"), "PA": ("p", "b"), "RRA": ("r", "tr"), "JA": ("j", "")}
MYANMAR = {"CA": ("s", "ks"), "CHA": ("hs", "s"), "JA": ("z", "j"), "NYA": ("ny", ""), "NNYA": ("ny", ""), "YA": ("y", ""),
           "RA": ("y", "r"), "SA": ("th", "s"), "HA": ("h", ""), "THA": ("ht", "t"), "KHA": ("hk", "kh"), "PHA": ("hp", "p"),
           "GA": ("g", ""), "TTHA": ("ht", "t"), "MEDIAL YA": ("y", ""), "MEDIAL RA": ("y", "r"), "MEDIAL WA": ("w", ""), "MEDIAL HA": ("h", "")}
MYANMAR_VOWELS = {"E": ("ay", "e"), "AI": ("e", "ai"), "AA": ("a", "ar"), "II": ("i", "ee"), "UU": ("u", "oo"), "O": ("aw", "o"), "AU": ("aw", "o")}
SINHALA = {"ALPAPRAANA KAYANNA": "k", "MAHAAPRAANA KAYANNA": "kh", "ALPAPRAANA GAYANNA": "g", "MAHAAPRAANA GAYANNA": "gh",
           "KANTAJA NAASIKYAYA": "ng", "SANYAKA GAYANNA": "ng", "ALPAPRAANA CAYANNA": "ch", "MAHAAPRAANA CAYANNA": "ch",
           "ALPAPRAANA JAYANNA": "j", "MAHAAPRAANA JAYANNA": "jh", "TAALUJA NAASIKYAYA": "ny", "TAALUJA SANYOOGA NAAKSIKYAYA": "gn",
           "SANYAKA JAYANNA": "nj", "ALPAPRAANA TTAYANNA": "t", "MAHAAPRAANA TTAYANNA": "th", "ALPAPRAANA DDAYANNA": "d",
           "MAHAAPRAANA DDAYANNA": "dh", "MUURDHAJA NAYANNA": "n", "SANYAKA DDAYANNA": "nd", "ALPAPRAANA TAYANNA": "th",
           "MAHAAPRAANA TAYANNA": "th", "ALPAPRAANA DAYANNA": "d", "MAHAAPRAANA DAYANNA": "dh", "DANTAJA NAYANNA": "n",
           "SANYAKA DAYANNA": "nd", "ALPAPRAANA PAYANNA": "p", "MAHAAPRAANA PAYANNA": "ph", "ALPAPRAANA BAYANNA": "b",
           "MAHAAPRAANA BAYANNA": "bh", "MAYANNA": "m", "AMBA BAYANNA": "mb", "YAYANNA": "y", "RAYANNA": "r", "DANTAJA LAYANNA": "l",
           "VAYANNA": "w", "TAALUJA SAYANNA": "sh", "MUURDHAJA SAYANNA": "sh", "DANTAJA SAYANNA": "s", "HAYANNA": "h",
           "MUURDHAJA LAYANNA": "l", "FAYANNA": "f"}
SINHALA_VOWELS = {0xD85: "a", 0xD86: "a", 0xD87: "e", 0xD88: "e", 0xD89: "i", 0xD8A: "i", 0xD8B: "u", 0xD8C: "u", 0xD8D: "ru", 0xD91: "e",
                  0xD92: "e", 0xD93: "ai", 0xD94: "o", 0xD95: "o", 0xD96: "au", 0xDCF: "a", 0xDD0: "e", 0xDD1: "e", 0xDD2: "i", 0xDD3: "i",
                  0xDD4: "u", 0xDD6: "u", 0xDD8: "ru", 0xDD9: "e", 0xDDA: "e", 0xDDB: "ai", 0xDDC: "o", 0xDDD: "o", 0xDDE: "au"}
KHMER_O = {"KO": "k", "KHO": "kh", "NGO": "ng", "CO": "ch", "CHO": "chh", "NYO": "nh", "DO": "d", "TTHO": "th", "NNO": "n", "TO": "t",
           "THO": "th", "NO": "n", "PO": "p", "PHO": "ph", "MO": "m", "YO": "y", "RO": "r", "LO": "l", "VO": "v", "SHA": "sh", "SSO": "s"}


def consonant(script, name):
    if script == "KHMER" and name in KHMER_O: return KHMER_O[name], ""
    if script == "KHMER": return {"CA": ("ch", ""), "CHA": ("chh", "ch"), "KHA": ("kh", ""), "DA": ("d", ""), "TTHA": ("th", ""),
                                  "THA": ("th", ""), "PHA": ("ph", ""), "QA": ("", ""), "BA": ("b", "p")}.get(name, (name[:-1].lower(), ""))
    table = {"BENGALI": BENGALI, "TAMIL": TAMIL, "MYANMAR": MYANMAR}.get(script, {})
    return table.get(name) or CONSONANTS.get(name) or (name[:-1].lower(), "")


def rows_of(script, first, last):
    for o in range(first, last + 1):
        c = chr(o)
        name = ud.name(c, "")
        if not name.startswith(script + " "): continue
        name = name[len(script) + 1:]
        if o in (0x930, 0x9B0) : yield c, "consonant", "r", ""; continue
        if script == "SINHALA":
            if o in SINHALA_VOWELS: yield c, "vowel" if o < 0xDC0 else "sign", SINHALA_VOWELS[o], ""
            elif name.startswith("LETTER ") and name[7:] in SINHALA: yield c, "consonant", SINHALA[name[7:]], "v" if name[7:] == "VAYANNA" else ""
            elif o == 0xDCA: yield c, "virama", "", ""
            elif o == 0xD82: yield c, "mark", "n", "ng"
            continue
        if "VIRAMA" in name or name in ("SIGN COENG", "SIGN ASAT", "MARK HALANTA"): yield c, "virama", "", ""; continue
        if "NUKTA" in name: yield c, "nukta", "", ""; continue
        if name in ("SIGN CANDRABINDU", "SIGN ANUSVARA", "TIPPI", "SIGN BINDI", "ADAK BINDI", "TIPPI", "SIGN NIKAHIT", "SIGN COMBINING ANUSVARA ABOVE"):
            yield c, "mark", "n" if script != "KHMER" else "m", "m"; continue
        if name == "LETTER KHANDA TA": yield c, "mark", "t", ""; continue
        if name == "ADDAK": yield c, "double", "", ""; continue
        if name in ("SIGN VISARGA", "SIGN REAHMUK"): yield c, "mark", "h" if script not in ("MYANMAR",) else "", ""; continue
        for prefix, kind in (("VOWEL SIGN ", "sign"), ("INDEPENDENT VOWEL ", "vowel"), ("CONSONANT SIGN MEDIAL ", "medial"),
                             ("SUBJOINED LETTER ", "subjoined"), ("LETTER CHILLU ", "chillu"), ("LETTER ", "letter")):
            if not name.startswith(prefix): continue
            rest = name[len(prefix):]
            if kind == "sign":
                table = {**VOWELS, **MYANMAR_VOWELS} if script == "MYANMAR" else VOWELS
                if rest in table: yield (c, "sign", *table[rest])
            elif kind == "vowel":
                if rest in VOWELS: yield (c, "vowel", *VOWELS[rest])
            elif kind == "medial":
                yield (c, "medial", *MYANMAR["MEDIAL " + rest])
            elif kind == "subjoined":
                if rest.endswith("A") and " " not in rest and "-" not in rest: yield (c, "medial", *consonant(script, rest))
            elif kind == "chillu":
                yield c, "mark", {"NN": "n", "N": "n", "RR": "r", "L": "l", "LL": "l", "K": "k", "M": "m", "Y": "y"}.get(rest, ""), ""
            elif rest in VOWELS and script not in ("KHMER",) and not (rest in ("YA",)):
                if script == "MYANMAR" and rest in MYANMAR_VOWELS: yield (c, "vowel", *MYANMAR_VOWELS[rest])
                elif script == "MYANMAR" and rest == "A": yield c, "consonant", "", ""
                elif script == "TIBETAN" and rest == "A": yield c, "consonant", "", ""
                else: yield (c, "vowel", *VOWELS[rest])
            elif " " not in rest and "-" not in rest and rest[-1] in "AO":
                yield (c, "consonant", *consonant(script, rest))
            break


with open("indic.tsv", "w", encoding="utf-8") as f:
    f.write("# Generated by generate_indic.py from Unicode letter names (Unicode Character Database " + ud.unidata_version + "). Do not edit.\n"
            "# Letters of the scripts of South Asia, and of Khmer, Myanmar and Tibetan, in which a consonant carries a vowel of its own.\n"
            "# Kinds: consonant, vowel, sign (replaces the vowel of the consonant before), virama (takes it away), nukta (dot that makes\n"
            "# another consonant), mark (written as it stands), medial (a second consonant under the first), double (the next is doubled).\n"
            "# Columns: letter, kind, spelling, other habit.\n")
    count = 0
    for script, (first, last) in BLOCKS.items():
        for row in rows_of(script, first, last):
            f.write("\t".join(row) + "\n"); count += 1
print("indic", count)

ORDERS = [("WAA", "wa"), ("WEE", "we"), ("WE", "w"), ("WI", "wi"), ("WA", "wa"), ("AA", "a"), ("EE", "e"), ("OA", "wa"), ("A", "e"), ("U", "u"), ("I", "i"), ("E", ""), ("O", "o")]
BASES = {"H": "h", "HH": "h", "X": "h", "SZ": "s", "Q": "q", "QH": "q", "B": "b", "V": "v", "T": "t", "C": "ch", "N": "n", "NY": "gn", "GLOTTAL ": "",
         "K": "k", "KX": "kh", "W": "w", "PHARYNGEAL ": "", "Z": "z", "ZH": "zh", "Y": "y", "D": "d", "DD": "d", "J": "j", "G": "g", "GG": "ng",
         "TH": "t", "CH": "ch", "PH": "p", "TS": "ts", "TZ": "ts", "F": "f", "P": "p", "S": "s", "SH": "sh", "R": "r", "L": "l", "M": "m"}
with open("ethiopic.tsv", "w", encoding="utf-8") as f:
    f.write("# Generated by generate_indic.py from Unicode letter names. Do not edit.\n"
            "# Systems: amharic = Ethiopian and Eritrean passports (first order as e, sixth without a vowel); a = first order as a;\n"
            "# i = sixth order as i. Columns: letters, one per system. Empty: as in the first system. -: nothing.\n"
            "letters\tamharic\ta\ti\n")
    for o in range(0x1200, 0x135B):
        name = ud.name(chr(o), "")
        if not name.startswith("ETHIOPIC SYLLABLE "): continue
        name = name[18:]
        for order, vowel in ORDERS:
            base = name[:-len(order)] if name.endswith(order) else None
            if base is not None and base in BASES:
                b = BASES[base]
                guttural = base in ("H", "HH", "X", "GLOTTAL ", "PHARYNGEAL ")
                first = "a" if order == "A" and guttural else vowel
                row = [chr(o), b + first or "-", b + "a" if order == "A" else "", b + "i" if order == "E" and not base.endswith(" ") else ("e" if order == "E" else "")]
                if order == "E" and base.endswith(" "): row = [chr(o), "i", "e", "e"]
                f.write("\t".join(row) + "\n"); break
