"""What the answer is by exiftool's values: the rules of docs/accuracy.md, applied to what exiftool read.

Dates, the first that is one:

- photos: EXIF DateTimeOriginal, XMP exif:DateTimeOriginal, photoshop:DateCreated, IPTC DateCreated with TimeCreated,
  EXIF DateTimeDigitized, XMP xmp:CreateDate (else exif:DateTimeDigitized), EXIF DateTime, XMP xmp:ModifyDate (else
  tiff:DateTime), PNG Creation Time, PNG tIME. A sidecar's XMP goes before all of them.
- videos: QuickTime's creationdate, what the camera wrote as its wall clock (user data's date, ©day, IDIT, AVCHD's time
  code pack), the header's UTC in the zone of the run.

Year 0 or 1, 1904-01-01, 1601-01-01, 1899-12-30 and 1970-01-01 at 00:00:00, what is no day of the calendar and what
lies more than a day in the future are no dates, nor is what lies before 1826, but in XMP's
dates of creation. Behind a day a time that is
none counts as missing. An EXIF offset belongs to its own date only.

Descriptions, the first that is neither blank nor boilerplate: EXIF ImageDescription, XMP dc:description, IPTC caption
(before XMP where the IPTC digest says that another program changed it and it is no cut piece of XMP's text),
UserComment, PNG Description, XPTitle, XPComment; of videos the descriptions, then the comments.

Places: EXIF, else XMP; of videos QuickTime's coordinates.
"""
import base64
import datetime
import math
import re
import unicodedata
import zoneinfo

# What cameras and programs make of EXIF's and XMP's form. Behind whole seconds other text says nothing about the date.
DATE = re.compile(r"(\d{4})(?:[:/.-](\d\d))?(?:[:/.-](\d\d))?(?:[ T:](\d\d)(?::(\d\d)(?::(\d\d)(?:\.\d+)?)?)?)?"
                  r"\s*(Z|[+-]\d\d:?\d\d)?")
# A day and no more digits.
DAY = re.compile(r"\d{4}[:/.-]\d\d[:/.-]\d\d(?!\d)")
LOCATION = re.compile(r"Lat=([-+]?[\d.]+) Lon=([-+]?[\d.]+)")

# What cameras and programs put into every file of theirs; a `*` stands for any rest. Without regard to case and to the
# amount of white space.
BRANDS = ("AIPTEK", "BENQ", "CASIO", "FUJIFILM", "JENOPTIK", "KONICA MINOLTA", "MAGINON", "MEDION", "MINOLTA", "NIKON",
          "OLYMPUS", "PANASONIC", "PENTAX", "POLAROID", "PRAKTICA", "PREMIER", "RICOH", "ROLLEI", "SAMSUNG", "SANYO",
          "TOSHIBA", "TRAVELER", "VIVITAR", "YAKUMO")
BOILERPLATE = [
    *(brand + " DIGITAL CAMERA" for brand in BRANDS), "DIGITAL CAMERA", "DIGITAL STILL CAMERA",
    "KODAK DIGITAL STILL CAMERA", "MOULTRIE DIGITAL GAME CAMERA", "SONY DSC", "MINOLTA DSC", "EPSON DSC PICTURE",
    "SAMSUNG", "SAMSUNG CAMERA PICTURES", "<DIGIMAX*", "<SAMSUNG*", "<KENOX*", "EXIF_JPEG_PICTURE", "EXIF JPEG",
    "EXIF_JPEG_420", "EXIF_JPEG_422", "JPEG PICTURE", "MY BEAUTIFUL PICTURE", "YOUR BEAUTIFUL PICTURE",
    "DIGITAL IMAGE", "DEFAULT", "DCIM*", "BINARY COMMENT", "OZNOR*", "HDRPL", "RPTNB", "JPSSJP", "PTFBTY", "_CUVA",
    "HELLOMOTO", "SCREENSHOT", "ACD SYSTEMS DIGITAL IMAGING*", "APPLEMARK", "CREATED BY IMAGEMAGICK*",
    "CREATED WITH GIMP*", "CREATED WITH THE GIMP*", "CREATED WITH INKSCAPE*", "CREATOR: GD-JPEG*",
    "FILE WRITTEN BY ADOBE PHOTOSHOP*", "HANDMADE SOFTWARE, INC.*", "INTEL(R) JPEG LIBRARY*",
    "LEAD TECHNOLOGIES INC.*", "OPTIMIZED BY JPEGMINI*", "PROCESSED BY EBAY WITH IMAGEMAGICK*", "PROCESSED WITH VSCO*",
]
# In comments only, where programs keep notes for themselves.
NOTES = ["ASCII", "JIS", "UNICODE", "USER COMMENTS", "HYBRID", "AE_DBG_INFO*", "FILTER: 0; *", "FILTER: NULL; *",
         "OPLUS_*", "OPPO_*", '{"*']

VIDEOS = {"mp4", "insv", "360", "mov", "qt", "mqv", "m4v", "3gp", "3g2", "3gpp", "avi", "mkv", "webm", "mts", "m2ts", "m2t",
          "mpg", "mpeg", "wmv", "asf"}

XMP_DATES = [("XMP-exif:DateTimeOriginal", None), ("XMP-photoshop:DateCreated", None)]
XMP_LATER = [("XMP-xmp:CreateDate", None), ("XMP-exif:DateTimeDigitized", None)]
PHOTO_DATES = [
    ("ExifIFD:DateTimeOriginal", "ExifIFD:OffsetTimeOriginal"), *XMP_DATES, ("IPTC:DateCreated", "IPTC:TimeCreated"),
    ("ExifIFD:CreateDate", "ExifIFD:OffsetTimeDigitized"), *XMP_LATER, ("IFD0:ModifyDate", "ExifIFD:OffsetTime"),
    ("XMP-xmp:ModifyDate", None), ("XMP-tiff:DateTime", None), ("PNG:CreationTime", None), ("PNG:ModifyDate", None),
]
VIDEO_DATES = [
    ("Keys:CreationDate", None), ("UserData:DateTimeOriginal", None), ("UserData:ContentCreateDate", None),
    ("ItemList:ContentCreateDate", None), ("RIFF:DateTimeOriginal", None), ("H264:DateTimeOriginal", None),
    ("QuickTime:CreateDate", None), ("Matroska:DateTimeOriginal", None), ("RIFF:DateCreated", None),
]
LATER_TEXTS = ["ExifIFD:UserComment", "PNG:Description", "IFD0:XPTitle", "IFD0:XPComment"]
VIDEO_TEXTS = [
    "Keys:Description", "ItemList:Description", "UserData:Description", "Matroska:Description", "Keys:Comment",
    "ItemList:Comment", "UserData:Comment", "Matroska:Comment", "RIFF:Comment",
]
PLACES = ["GPS:GPSLatitude", "XMP-exif:GPSLatitude", "Keys:GPSCoordinates", "UserData:GPSCoordinates",
          "ItemList:GPSCoordinates", "UserData:LocationInformation"]


class Date:
    """A wall clock to the second as ISO 8601, and minutes east of UTC where they are known."""

    def __init__(self, clock, offset, is_day=False):
        self.clock, self.offset, self.is_day = clock, offset, is_day

    def __str__(self):
        if self.offset is None:
            return self.clock
        return f"{self.clock}{'-' if self.offset < 0 else '+'}{abs(self.offset) // 60:02}:{abs(self.offset) % 60:02}"


# Instants: what their wall clock is depends on the zone that one takes.
INSTANTS = {"QuickTime:CreateDate", "Matroska:DateTimeOriginal"}


class Answer:
    """Date, description and place of one file, each with the tag it comes from; `None` where there is none."""

    def __init__(self, values, extension, zone, sidecar=None):
        is_video = extension in VIDEOS
        sidecar = sidecar or {}
        self.date, self.date_tag = first_date([
            *dates_of(sidecar, XMP_DATES + XMP_LATER, zone),
            *dates_of(values, VIDEO_DATES if is_video else PHOTO_DATES, zone)])
        self.text, self.text_tag = first_text(sidecar, ["XMP-dc:Description"])
        if not self.text:
            self.text, self.text_tag = first_text(values, VIDEO_TEXTS if is_video else photo_texts(values))
        self.place, self.place_tag = first_place(sidecar)
        if not self.place:
            self.place, self.place_tag = first_place(values)


# Dates

def first_date(dates):
    """The first date; the time of a day without one is the next date's of that day."""
    if not dates:
        return None, None
    date, tag = dates[0]
    if date.is_day:
        date = next((other for other, _ in dates if not other.is_day and other.clock[:10] == date.clock[:10]), date)
    return date, tag


def dates_of(values, tags, zone):
    """What is a date, each with its tag."""
    for tag, offset_tag in tags:
        text = str(values.get(tag, ""))
        offset = str(values.get(offset_tag, "")) if offset_tag else ""
        if tag == "IPTC:DateCreated":
            text, offset = f"{text} {offset}".strip(), ""
        date = parse(text, offset, zone if tag == "Matroska:DateTimeOriginal" else None)
        # What people say of paintings.
        if date and date.clock < "1826" and (tag, offset_tag) not in XMP_DATES + XMP_LATER:
            continue
        if date:
            yield date, tag


def parse(text, offset, zone):
    """A date, or `None` for what is none. With `zone` an instant of UTC becomes the wall clock there."""
    match = DATE.match(text.strip())
    if not match or int(match[1]) <= 1:
        return None
    # A time that is none takes nothing away from the day.
    day = DAY.match(text.strip())
    if match[6] is None and text.strip()[match.end():]:
        return parse(day[0], "", zone) if day else None
    parts = [int(part or 0) for part in match.groups()[:6]]
    # What is left open, or 00 by those who know no more, is filled up.
    parts[1], parts[2] = parts[1] or 1, parts[2] or 1
    try:
        clock = datetime.datetime(*parts)
    except ValueError:
        return parse(day[0], "", zone) if day and match[4] else None
    minutes = offset_minutes(offset) if offset_minutes(offset) is not None else offset_minutes(match[7] or "")
    if zone and minutes is not None:
        local = (clock - datetime.timedelta(minutes=minutes)).replace(tzinfo=datetime.timezone.utc).astimezone(
            zoneinfo.ZoneInfo(zone))
        clock, minutes = local.replace(tzinfo=None), int(local.utcoffset().total_seconds()) // 60
    latest = datetime.datetime.now(datetime.timezone.utc).replace(tzinfo=None) + datetime.timedelta(hours=38)
    is_windows = match[6] is not None and clock in (datetime.datetime(1601, 1, 1), datetime.datetime(1899, 12, 30))
    is_unset = is_windows or clock.date() == datetime.date(1904, 1, 1) or clock == datetime.datetime(1970, 1, 1)
    # A day alone, neither a part of a date nor one with a time.
    is_day = match[4] is None and bool(int(match[2] or 0) and int(match[3] or 0))
    return None if is_unset or clock > latest else Date(clock.isoformat(), minutes, is_day)


def offset_minutes(text):
    text = text.strip()
    if text in ("Z", "z"):
        return 0
    match = re.fullmatch(r"([+-])(\d\d?):?(\d\d)", text)
    if not match or int(match[2]) > 15 or int(match[3]) > 59:
        return None
    return (int(match[2]) * 60 + int(match[3])) * (-1 if match[1] == "-" else 1)


# Descriptions

def photo_texts(values):
    stored, current = values.get("Photoshop:IPTCDigest"), values.get("CurrentIPTCDigest")
    between = ["XMP-dc:Description", "IPTC:Caption-Abstract"]
    if stored and current and stored != current and not is_cut(values):
        between.reverse()
    return ["IFD0:ImageDescription", *between, *LATER_TEXTS]


def is_cut(values):
    """Whether the caption is what IPTC's 2,000 bytes hold of the XMP description."""
    caption, text = (normalized(decoded(values.get(tag, ""))) for tag in ("IPTC:Caption-Abstract", "XMP-dc:Description"))
    return len(caption.encode()) >= 1990 and len(text) > len(caption) and text.startswith(caption)


def first_text(values, tags):
    for tag in tags:
        text = normalized(decoded(values.get(tag, "")))
        if text and not is_boilerplate(text, tag):
            return text, tag
    return None, None


def is_boilerplate(text, tag):
    folded = " ".join(text.upper().split())
    patterns = BOILERPLATE + NOTES if "Comment" in tag else BOILERPLATE
    return any(folded == pattern or pattern.endswith("*") and folded.startswith(pattern[:-1]) for pattern in patterns)


def decoded(value):
    """Text as it is, and what exiftool left in bytes as UTF-8 or Windows-1252."""
    text = str(value)
    if not text.startswith("base64:"):
        return text
    data = base64.b64decode(text[7:]).lstrip(b"\0").split(b"\0")[0]
    for encoding in ("utf-8", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def normalized(text):
    return unicodedata.normalize("NFC", text.split("\0")[0].strip())


# Places

def first_place(values):
    for tag in PLACES:
        if tag not in values:
            continue
        try:
            north, east = place(values, tag)
        except (KeyError, ValueError):
            # Half a place, or `undef` where a camera had no fix.
            continue
        if -90 <= north <= 90 and -180 <= east <= 180:
            return (north, east), tag
    return None, None


def place(values, tag):
    if tag == "GPS:GPSLatitude":
        return signed(values, tag, "S"), signed(values, "GPS:GPSLongitude", "W")
    if tag == "XMP-exif:GPSLatitude":
        return float(values[tag]), float(values["XMP-exif:GPSLongitude"])
    if tag == "UserData:LocationInformation":
        match = LOCATION.search(str(values[tag]))
        return (float(match[1]), float(match[2])) if match else (math.nan, math.nan)
    north, east = str(values[tag]).split()[:2]
    return float(north), float(east)


def signed(values, tag, negative):
    value = float(values[tag])
    return -value if str(values.get(tag + "Ref", "")).upper().startswith(negative) else value
