"""What photod writes into sidecars and photos, read again by exiftool, exiv2 and photod itself.

One file of each format of the matrix is edited for each set of values in sidecars, and every file of the formats that are written
themselves in the file. Afterwards everything is undone: the folder then holds what it held before, byte for byte.
"""
import hashlib
import json
import os
import subprocess

from daemon import Daemon

# As an edit takes them: date, place, description, title, stars, keywords.
VALUES = [
    ("2004-12-24T18:00:30-03:00", (-23.5512345, -46.6398765, 760.5), "Natal em casa", "Árvore", 4, ["família", "Natal"]),
    ("2004-12-24T18:00:30.25", (0.0, 180.0, 0.0), "Grüße & <Küsse> \"1\" 日本", "<&>", 0, ["R&R", "日本"]),
    ("2004-12-24T18:00+05:30", (89.9999999, -0.0000012, -12.25), "'", "'", 1, ["New York"]),
    ("2004-12-24", (48.8584, 2.2945, None), "x  y", "Tour \"Eiffel\"", 2, ["a", "b", "c"]),
    ("2004-12", (-0.5, 0.5, 8848.86), "a\tb", "x  y", 3, ["one|two", "'"]),
    ("1899", (51.0, -179.9999, None), "1", "2", 5, ["3"]),
]


def contents(library):
    """Hashes of everything below a folder, by path."""
    found = {}
    for folder, _, names in os.walk(library):
        for name in names:
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                found[path] = hashlib.sha256(file.read()).hexdigest()
    return found


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def subjects(items):
    """A file of each format for each set of values."""
    by_kind = {}
    for path, item in sorted(items.items()):
        # The matrix has sidecars of its own; what they say is none of this.
        if not item.get("companions"):
            by_kind.setdefault(os.path.splitext(path)[1].lower(), []).append((path, item["id"]))
    for kind, found in sorted(by_kind.items()):
        for (path, id_), values in zip(found, VALUES):
            yield kind, path, id_, values


def exif_date(date):
    """`2004-12-24T18:00:30.25-03:00` as exiftool and EXIF write it."""
    day, separator, time = date.partition("T")
    return day.replace("-", ":") + (" " + time if separator else "")


def by_exiftool(paths):
    command = ["exiftool", "-json", "-n", "-q", "-XMP-exif:DateTimeOriginal", "-XMP-photoshop:DateCreated",
               "-XMP-exif:GPSLatitude", "-XMP-exif:GPSLongitude", "-XMP-exif:GPSAltitude", "-XMP-exif:GPSAltitudeRef",
               "-XMP-dc:Description", "-XMP-dc:Title", "-XMP-xmp:Rating", "-XMP-dc:Subject", "-validate", *paths]
    result = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    return {values["SourceFile"]: values for values in json.loads(result.stdout)}


def by_exiv2(path):
    result = subprocess.run(["exiv2", "-q", "-PXkt", path], stdout=subprocess.PIPE, check=True)
    lines = (line.split(None, 1) for line in result.stdout.decode().splitlines())
    return {line[0]: line[1].rstrip("\n") if len(line) > 1 else "" for line in lines if line}


def listed(value):
    """What exiftool has of a list: one text alone is none to it, and digits are a number."""
    return [str(each) for each in (value if isinstance(value, list) else [value])]


def degrees(text):
    """`23,33.07407000S` of XMP."""
    whole, minutes = text[:-1].split(",")
    return (int(whole) + float(minutes) / 60) * (-1 if text[-1] in "SW" else 1)


def near(one, other):
    return one is not None and abs(float(one) - other) < 1e-7


def differences(path, values, item, tags, properties):
    """What anybody reads that was not said, as lines."""
    date, (latitude, longitude, altitude), description, title, rating, keywords = values
    told = tags.get("DateTimeOriginal", tags.get("DateCreated"))
    # A year alone is a number to JSON.
    checks = [
        ("exiftool date", told, str(told) == exif_date(date)),
        ("exiftool latitude", tags.get("GPSLatitude"), near(tags.get("GPSLatitude"), latitude)),
        ("exiftool longitude", tags.get("GPSLongitude"), near(tags.get("GPSLongitude"), longitude)),
        ("exiftool description", tags.get("Description"), str(tags.get("Description")) == description),
        ("exiftool title", tags.get("Title"), str(tags.get("Title")) == title),
        ("exiftool rating", tags.get("Rating"), tags.get("Rating") == rating),
        ("exiftool keywords", tags.get("Subject"), listed(tags.get("Subject")) == keywords),
        ("exiftool -validate", tags.get("Validate"), tags.get("Validate") == "0 0 0"),
        ("exiv2 date", properties.get("Xmp.exif.DateTimeOriginal"), properties.get("Xmp.exif.DateTimeOriginal") == date),
        ("exiv2 latitude", properties.get("Xmp.exif.GPSLatitude"),
         near(degrees(properties.get("Xmp.exif.GPSLatitude", "0,0N")), latitude)),
        ("exiv2 longitude", properties.get("Xmp.exif.GPSLongitude"),
         near(degrees(properties.get("Xmp.exif.GPSLongitude", "0,0E")), longitude)),
        ("exiv2 description", properties.get("Xmp.dc.description"),
         properties.get("Xmp.dc.description") == f'lang="x-default" {description}'),
        ("exiv2 title", properties.get("Xmp.dc.title"), properties.get("Xmp.dc.title") == f'lang="x-default" {title}'),
        ("exiv2 rating", properties.get("Xmp.xmp.Rating"), properties.get("Xmp.xmp.Rating") == str(rating)),
        ("exiv2 keywords", properties.get("Xmp.dc.subject"), properties.get("Xmp.dc.subject") == ", ".join(keywords)),
        ("photod title", item.get("title"), item.get("title") == title),
        ("photod rating", item.get("rating"), item.get("rating") == rating),
        ("photod keywords", item.get("keywords"), item.get("keywords") == keywords),
        ("photod latitude", item.get("latitude"), near(item.get("latitude"), latitude)),
        ("photod longitude", item.get("longitude"), near(item.get("longitude"), longitude)),
        ("photod description", item.get("description"), item.get("description") == description),
        ("photod date", item["localTime"], item["localTime"].startswith(date[:16])),
        ("photod's source of the date", item["dateSource"], item["dateSource"] == "sidecar"),
    ]
    if altitude is not None:
        # Below the sea is said beside it.
        signed = tags.get("GPSAltitude", 0) * (-1 if tags.get("GPSAltitudeRef") == 1 else 1)
        checks.append(("exiftool altitude", signed, near(signed, altitude)))
        checks.append(("photod altitude", item.get("altitude"), near(item.get("altitude"), altitude)))
    return [f"{path}: {name} {found!r}, and {values} was said" for name, found, holds in checks if not holds]


def request(id_, values, write):
    """The line of an edit."""
    date, (latitude, longitude, altitude), description, title, rating, keywords = values
    place = f"{latitude:.10f},{longitude:.10f}" + ("" if altitude is None else f",{altitude}")
    return (f"edit {id_} write={write} date={date} location={place} description={quoted(description)} title={quoted(title)} "
            f"rating={rating} keywords={quoted(','.join(keywords))}")


# Written in the file.
WRITTEN = (".jpg", ".jpeg", ".png", ".webp", ".tif", ".tiff", ".dng")

# What an edit may change, and what follows from it, by exiftool's groups and names.
EDITED = {"DateTimeOriginal", "SubSecTimeOriginal", "OffsetTimeOriginal", "ImageDescription", "DateCreated", "TimeCreated",
          "Caption-Abstract", "ObjectName", "Keywords", "Description", "Title", "Subject", "Rating", "RatingPercent",
          "XPTitle", "XPKeywords", "IPTCDigest", "CurrentIPTCDigest", "CodedCharacterSet", "ExifVersion", "XMPToolkit",
          "CreationTime", "WebP_Flags"}
DERIVED = ("File:", "System:", "ExifTool:", "Composite:", "GPS:", "SourceFile")


def all_tags(paths):
    """Everything that exiftool reads, and what it finds wrong."""
    command = ["exiftool", "-json", "-n", "-q", "-G1", "-a", "-u", "-all", "-validate", *paths]
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    return {tags["SourceFile"]: tags for tags in json.loads(result.stdout)}


def warnings(tags):
    """How many `-validate` has."""
    found = tags.get("ExifTool:Validate", "0")
    return sum(int(number) for number in str(found).split()[:2])


def by_exiv2_all(path):
    result = subprocess.run(["exiv2", "-q", "-PEXIkt", path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    lines = (line.split(None, 1) for line in result.stdout.decode(errors="replace").splitlines())
    return {line[0]: line[1].rstrip("\n") if len(line) > 1 else "" for line in lines if line}


def differences_in_file(path, values, item, before, tags, exiv2):
    """What anybody reads of a photo that was not said, and what else has changed, as lines."""
    date, (latitude, longitude, altitude), description, title, rating, keywords = values
    day, _, time = exif_date(date).partition(" ")
    clock = time[:5] + ":00" if time and time[5:6] != ":" else time[:8]
    exif = f"{day} {clock}" if time else None
    offset = next((time[index:] for index, sign in enumerate(time) if sign in "+-"), None)
    checks = [
        ("exiftool EXIF date", tags.get("ExifIFD:DateTimeOriginal"), tags.get("ExifIFD:DateTimeOriginal") == exif),
        ("exiftool EXIF offset", tags.get("ExifIFD:OffsetTimeOriginal"), tags.get("ExifIFD:OffsetTimeOriginal") == offset),
        ("exiftool XMP date", tags.get("XMP-exif:DateTimeOriginal"), str(tags.get("XMP-exif:DateTimeOriginal")) == exif_date(date)),
        ("exiftool latitude", tags.get("Composite:GPSLatitude"), near(tags.get("Composite:GPSLatitude"), latitude)),
        ("exiftool longitude", tags.get("Composite:GPSLongitude"), near(tags.get("Composite:GPSLongitude"), longitude)),
        ("exiftool EXIF description", tags.get("IFD0:ImageDescription"), str(tags.get("IFD0:ImageDescription")) == description),
        ("exiftool XMP description", tags.get("XMP-dc:Description"), str(tags.get("XMP-dc:Description")) == description),
        ("exiftool title", tags.get("XMP-dc:Title"), str(tags.get("XMP-dc:Title")) == title),
        ("exiftool rating", tags.get("XMP-xmp:Rating"), tags.get("XMP-xmp:Rating") == rating),
        ("exiftool keywords", tags.get("XMP-dc:Subject"), listed(tags.get("XMP-dc:Subject")) == keywords),
        ("exiftool -validate", tags.get("ExifTool:Validate"), warnings(tags) <= warnings(before)),
        ("exiv2 EXIF date", exiv2.get("Exif.Photo.DateTimeOriginal"), exiv2.get("Exif.Photo.DateTimeOriginal") == exif),
        ("exiv2 EXIF description", exiv2.get("Exif.Image.ImageDescription"),
         exiv2.get("Exif.Image.ImageDescription") == description),
        ("exiv2 rating", exiv2.get("Xmp.xmp.Rating"), exiv2.get("Xmp.xmp.Rating") == str(rating)),
        ("exiv2 keywords", exiv2.get("Xmp.dc.subject"), exiv2.get("Xmp.dc.subject") == ", ".join(keywords)),
        ("photod date", item["localTime"], item["localTime"].startswith(date[:16])),
        ("photod's source of the date", item["dateSource"], item["dateSource"] != "overlay"),
        ("photod latitude", item.get("latitude"), near(item.get("latitude"), latitude)),
        ("photod longitude", item.get("longitude"), near(item.get("longitude"), longitude)),
        ("photod description", item.get("description"), item.get("description") == description),
        ("photod title", item.get("title"), item.get("title") == title),
        ("photod rating", item.get("rating"), item.get("rating") == rating),
        ("photod keywords", item.get("keywords"), item.get("keywords") == keywords),
    ]
    if altitude is not None:
        checks.append(("exiftool altitude", tags.get("Composite:GPSAltitude"), near(tags.get("Composite:GPSAltitude"), altitude)))
        checks.append(("photod altitude", item.get("altitude"), near(item.get("altitude"), altitude)))
    # What was there and is another now, or gone.
    for name, value in before.items():
        if name.startswith(DERIVED) or name.rpartition(":")[2] in EDITED or "GPS" in name:
            continue
        checks.append((f"exiftool {name}", tags.get(name), tags.get(name) == value))
    return [f"{path}: {name} {found!r}, and {values} was said" for name, found, holds in checks if not holds]


def check_photos(daemon, library):
    """Edits photos themselves, reads and undoes; returns how many were edited, and what is wrong."""
    before = contents(library)
    edited = [(path, item["id"], VALUES[number % len(VALUES)]) for number, (path, item) in enumerate(
        (path, item) for path, item in sorted(daemon.items().items())
        if path.lower().endswith(WRITTEN) and not item.get("companions"))]
    paths = [path for path, _, _ in edited]
    tags_before = all_tags(paths)
    wrong, batches, written = [], [], []
    for path, id_, values in edited:
        reply = daemon.ask(request(id_, values, "file"))
        result = reply[1]
        if result["result"] == "ok":
            batches.append(reply[0]["batch"])
            written.append((path, id_, values))
            if result["layers"] != ["file"]:
                wrong.append(f"{path}: {result}")
        elif "write=sidecar" not in result.get("message", ""):
            wrong.append(f"{path}: {result}")
    tags = all_tags(paths)
    for path, id_, values in written:
        item = daemon.ask(f"photo {id_}")[0]
        wrong += differences_in_file(path, values, item, tags_before[path], tags[path], by_exiv2_all(path))
    now, changed = contents(library), {path for path, _, _ in written}
    wrong += [f"{path} was changed" for path, content in before.items() if path not in changed and now.get(path) != content]
    for batch in reversed(batches):
        if daemon.ask(f"undo {batch}")[-1]["errors"]:
            wrong.append(f"{batch} was not undone")
    if contents(library) != before:
        wrong.append("the folder is not what it was, when all photos are undone")
    return len(written), wrong


def check(build, library, work, zone):
    """Edits, reads, undoes; returns how many files were edited in sidecars, of which kinds, how many photos themselves, and what is
    wrong, as lines for people."""
    before = contents(library)
    wrong = []
    with Daemon(build, library, work, zone) as daemon:
        daemon.sync()
        edited = list(subjects(daemon.items()))
        batches = []
        for _, path, id_, values in edited:
            reply = daemon.ask(request(id_, values, "sidecar"))
            result = reply[1]
            if result["result"] != "ok":
                wrong.append(f"{path}: {result}")
            batches.append(reply[0]["batch"])
        tags = by_exiftool([path + ".xmp" for _, path, _, _ in edited])
        for _, path, id_, values in edited:
            item = daemon.ask(f"photo {id_}")[0]
            wrong += differences(path, values, item, tags.get(path + ".xmp", {}), by_exiv2(path + ".xmp"))
        now = contents(library)
        wrong += [f"{path} was changed" for path, content in before.items() if now.get(path) != content]
        for batch in reversed(batches):
            if daemon.ask(f"undo {batch}")[-1]["errors"]:
                wrong.append(f"{batch} was not undone")
        if contents(library) != before:
            wrong.append("the folder is not what it was, when all is undone")
        photos, wrong_in_photos = check_photos(daemon, library)
        wrong += wrong_in_photos
        if daemon.ask("verify")[-1]["differences"]:
            wrong.append("the index is not what the folder is, when all is undone")
    return len(edited), sorted({kind for kind, _, _, _ in edited}), photos, wrong
