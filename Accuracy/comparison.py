"""Holds photod's items against exiftool's answers, and the differences against those that are known."""
import datetime
import fnmatch
import unicodedata

from truth import INSTANTS

FIELDS = ("date", "description", "position")
# Sources that are no field of the file: what photod falls back to where exiftool has nothing either.
FALLBACKS = {"filename", "mtime", "none"}
SAME_DEGREES = 1e-5
# Extensions that are the same format, as one row.
SYNONYMS = {"jpeg": "jpg", "jpe": "jpg", "jfif": "jpg", "heif": "heic", "hif": "heic", "tiff": "tif", "qt": "mov",
            "3g2": "3gp", "3gpp": "3gp", "m2ts": "mts", "m2t": "mts", "asf": "wmv", "psb": "psd",
            "jpx": "jp2", "jpf": "jp2"}


class Difference:
    def __init__(self, file, field, ours, theirs, source):
        self.file, self.field, self.ours, self.theirs, self.source = file, field, ours, theirs, source
        self.known = False

    def __str__(self):
        texts = [" ".join(str(text).split())[:100] for text in (self.ours, self.theirs, self.source or "nothing")]
        return "\t".join([self.file, self.field, f"photod {texts[0]}", f"exiftool {texts[1]}", texts[2]])


class Comparison:
    """Files, and how many say the same, by format."""

    def __init__(self):
        self.rows = {}
        self.differences = []
        self.left_out = []

    def add(self, file, extension, item, answer):
        """`item` is `None` where photod has none of that file."""
        row = self.rows.setdefault(SYNONYMS.get(extension, extension), dict.fromkeys(("files", *FIELDS), 0))
        row["files"] += 1
        for field, (ours, theirs, source, is_same) in compared(item, answer).items():
            if is_same:
                row[field] += 1
            else:
                self.differences.append(Difference(file, field, ours, theirs, source))

    def total(self):
        total = dict.fromkeys(("files", *FIELDS), 0)
        for row in self.rows.values():
            for key in total:
                total[key] += row[key]
        return total

    def share(self, field):
        """Percent of all files."""
        total = self.total()
        return 100 * total[field] / total["files"] if total["files"] else 0.0

    def table(self):
        header = ("format", "files", "date same", "description same", "position same")
        rows = [header]
        for name, row in [*sorted(self.rows.items()), ("all", self.total())]:
            shares = (100 * row[field] / max(row["files"], 1) for field in FIELDS)
            rows.append((name, str(row["files"]), *(f"{share:.1f} %" for share in shares)))
        widths = [max(len(row[column]) for row in rows) for column in range(len(header))]
        lines = ["| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |" for row in rows]
        lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
        return "\n".join(lines)


def compared(item, answer):
    """For each field: photod's value, exiftool's, exiftool's tag, and whether they are the same."""
    if item is None:
        missing = "no such item"
        return {"date": (missing, answer.date, answer.date_tag, False),
                "description": (missing, answer.text, answer.text_tag, False),
                "position": (missing, answer.place, answer.place_tag, False)}
    source = item.get("dateSource", "none")
    date = f"{item.get('localTime', '')[:19]}{item.get('offset', '')} ({source})"
    text = unicodedata.normalize("NFC", item.get("description", "").strip()) or None
    place = (item["latitude"], item["longitude"]) if "latitude" in item and "longitude" in item else None
    return {"date": (date, answer.date, answer.date_tag, same_date(item, source, answer)),
            "description": (text, answer.text, answer.text_tag, text == answer.text),
            "position": (place, answer.place, answer.place_tag, same_place(place, answer.place))}


def same_date(item, source, answer):
    date = answer.date
    if date is None or source in FALLBACKS:
        return date is None and source in FALLBACKS
    if answer.date_tag in INSTANTS and answer.place and "offset" in item:
        # photod may know the zone of the place, which exiftool does not: the instant must be the same.
        return instant(item["localTime"][:19] + item["offset"]) == instant(str(date))
    if item["localTime"][:19] != date.clock:
        return False
    # An offset that only one of the two has is no contradiction: the wall clock is what counts.
    return "offset" not in item or date.offset is None or item["offset"] == str(date)[19:]


def instant(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def same_place(place, other):
    if place is None or other is None:
        return place is other
    return all(abs(one - two) <= SAME_DEGREES for one, two in zip(place, other))


class KnownDifferences:
    """The accepted differences of `known.tsv`: pattern of the file, field, why photod's answer is the better one."""

    def __init__(self, path):
        self.entries = []
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                if not line.strip() or line.startswith("#"):
                    continue
                parts = line.rstrip("\n").split("\t")
                if len(parts) != 3 or parts[1] not in FIELDS or not parts[2].strip():
                    raise ValueError(f"{path}:{number}: write PATTERN, a tab, {' or '.join(FIELDS)}, a tab, and why")
                self.entries.append(parts)

    def mark(self, differences):
        """Marks those that are known; the entries that no difference fits."""
        used = set()
        for difference in differences:
            for number, (pattern, field, _) in enumerate(self.entries):
                if field == difference.field and fnmatch.fnmatchcase(difference.file, pattern):
                    difference.known = True
                    used.add(number)
        return [entry for number, entry in enumerate(self.entries) if number not in used]
