"""Which files there are: formats, and for each the tags that carry date, description and place.

Not the full cross product, which would be a million files. Each format has every value that it can hold at least once,
and the three lists are shifted against each other, so that values of different lists meet in changing pairs. The same
list comes out each time: nothing is random.

A value is a label, the groups of tags that a format must have for it, and what writes it: arguments of exiftool, or,
where exiftool cannot, a step of `generator.py`. `CLOCK` stands for minutes and seconds that differ from file to file,
so that a date which went to another file is noticed. Each field has a year of its own, so that a difference shows
which field was taken.
"""
import itertools

ZONES = {"": "", "+east": "+10:00", "+west": "-03:30", "+utc": "Z"}
# Where exiftool writes the zone of the run into what is given none.
NAMED_ZONES = {name: zone for name, zone in ZONES.items() if zone}

GROUPS = {
    "jpg": {"exif", "xmp", "iptc", "digest"}, "tif": {"exif", "xmp", "iptc"}, "png": {"exif", "xmp", "iptc", "png"},
    "heic": {"exif", "xmp"}, "avif": {"exif", "xmp"}, "webp": {"exif", "xmp"}, "jxl": {"exif", "xmp"},
    "jp2": {"exif", "xmp", "iptc"}, "psd": {"exif", "xmp", "iptc", "digest"}, "mpo": {"exif", "xmp", "iptc"},
    "tiff": {"exif", "xmp", "iptc", "digest"}, "gif": {"xmp"}, "dng": {"exif", "xmp", "iptc"},
    "nef": {"raw"}, "pef": {"raw"}, "arw": {"raw"}, "srw": {"raw"}, "orf": {"raw"},
    "mp4": {"quicktime"}, "mov": {"quicktime"}, "m4v": {"quicktime"}, "3gp": {"quicktime", "loci"},
    "avi": {"avi"}, "mkv": {"matroska"}, "webm": {"matroska"}, "mts": {"avchd"},
    # A photo with a sidecar; these are the sidecar's.
    "xmp": {"xmp"},
}
# How often each list is gone through: the formats that people have most of get more pairs.
ROUNDS = {"jpg": 2.5, "mpo": 0.2, "heic": 1.5, "png": 1.3, "xmp": 1.5, "mp4": 2.5, "mov": 2.5, "m4v": 1.5, "3gp": 2, "avi": 3,
          "mkv": 3, "webm": 3, "mts": 2, "nef": 2, "pef": 2, "arw": 2, "srw": 2, "orf": 2}

ORIGINAL = "-ExifIFD:DateTimeOriginal=2016:09:12 12:CLOCK"
DIGITIZED = "-ExifIFD:CreateDate=2015:08:11 11:CLOCK"
MODIFIED = "-IFD0:ModifyDate=2014:07:10 10:CLOCK"
XMP_ORIGINAL = "-XMP-exif:DateTimeOriginal=2013:06:09 09:CLOCK"
XMP_CREATED = "-XMP-photoshop:DateCreated=2012:05:08 08:CLOCK"
XMP_DIGITIZED = "-XMP-xmp:CreateDate=2011:04:07 07:CLOCK"
XMP_MODIFIED = "-XMP-xmp:ModifyDate=2010:03:06 06:CLOCK"
IPTC_DAY = "-IPTC:DateCreated=2009:02:05"
IPTC_TIME = "-IPTC:TimeCreated=05:CLOCK"
PNG_CREATION = "-PNG:CreationTime=2008:01:04 04:CLOCK"
PNG_TIME = "-PNG:ModifyDate=2007:12:03 03:CLOCK"
KEYS_CREATION = "-Keys:CreationDate=2006:11:02 12:CLOCK"
USER_DAY = "-UserData:ContentCreateDate=2005:10:01 11:CLOCK"
ITEM_DAY = "-ItemList:ContentCreateDate=2004:09:30 10:CLOCK"
USER_DATE = "-UserData:DateTimeOriginal=2002:07:28 09:CLOCK"
# In the hours where UTC and the zone of the run lie on different days.
HEADER = "-QuickTime:CreateDate=2003:08:29 00:CLOCK"

UNSET = "0000:00:00 00:00:00"

XMP_ONLY = [
    ("xmp-original-fraction", {"xmp"}, [XMP_ORIGINAL + ".78"]),
    ("xmp-day", {"xmp"}, ["-XMP-exif:DateTimeOriginal=2013:06:09"]),
    ("xmp-month", {"xmp"}, ["-XMP-photoshop:DateCreated=2012:05"]),
    ("xmp-exif-digitized", {"xmp"}, ["-XMP-exif:DateTimeDigitized=2011:04:07 07:CLOCK"]),
    ("xmp-unix-epoch", {"xmp"}, ["-XMP-exif:DateTimeOriginal=1970:01:01 00:00:00", XMP_DIGITIZED]),
    ("xmp-day-time", {"xmp"}, ["-XMP-photoshop:DateCreated=2011:04:07", XMP_MODIFIED, XMP_DIGITIZED + "+10:00"]),
    ("xmp-both", {"xmp"}, [XMP_ORIGINAL, XMP_CREATED]),
    ("xmp-all", {"xmp"}, [XMP_DIGITIZED, XMP_MODIFIED, XMP_CREATED, XMP_ORIGINAL]),
    ("xmp-late", {"xmp"}, [XMP_DIGITIZED, XMP_MODIFIED]),
]


def zoned(label, needs, date, zone_tag=None, *others, zones=ZONES):
    """The same date with each zone: behind it, or in a tag of its own."""
    for name, zone in zones.items():
        if zone_tag and zone:
            yield (label + name, needs, [date, f"-{zone_tag}#={zone}", *others])
        else:
            yield (label + name, needs, [date + zone, *others])


def still_dates():
    yield ("none", set(), [])
    yield from zoned("original", {"exif"}, ORIGINAL, "ExifIFD:OffsetTimeOriginal")
    yield from zoned("original-fraction", {"exif"}, ORIGINAL, "ExifIFD:OffsetTimeOriginal",
                     "-ExifIFD:SubSecTimeOriginal=078")
    yield from zoned("digitized", {"exif"}, DIGITIZED, "ExifIFD:OffsetTimeDigitized")
    yield from zoned("modified", {"exif"}, MODIFIED, "ExifIFD:OffsetTime")
    yield from zoned("xmp-original", {"xmp"}, XMP_ORIGINAL)
    yield from zoned("xmp-created", {"xmp"}, XMP_CREATED)
    yield from zoned("xmp-digitized", {"xmp"}, XMP_DIGITIZED)
    yield from zoned("xmp-modified", {"xmp"}, XMP_MODIFIED)
    yield from XMP_ONLY
    for name, zone in NAMED_ZONES.items():
        yield ("iptc" + name, {"iptc"}, [IPTC_DAY, IPTC_TIME + zone.replace("Z", "+00:00")])
    yield ("iptc-day", {"iptc"}, [IPTC_DAY])
    yield ("png-creation", {"png"}, [PNG_CREATION])
    yield ("png-time", {"png"}, [PNG_TIME])
    yield ("png-both", {"png"}, [PNG_CREATION, PNG_TIME])
    yield ("png-mail-form", {"png"}, ["text:Creation Time=Fri, 04 Jan 2008 04:CLOCK +0000"])
    yield ("png-iso-form", {"png"}, ["text:Creation Time=2008-01-04T04:CLOCK"])
    yield ("raw", {"raw"}, [ORIGINAL, DIGITIZED, MODIFIED])
    yield ("raw-digitized", {"raw"}, [DIGITIZED])
    yield ("raw-zone", {"raw"}, [ORIGINAL, "-ExifIFD:OffsetTimeOriginal#=-03:30"])
    yield ("raw-xmp", {"raw"}, [XMP_ORIGINAL])
    # Whose offset is it?
    yield ("offset-of-another", {"exif"}, [ORIGINAL, "-ExifIFD:OffsetTimeDigitized#=+10:00"])
    # What unset and wrong clocks write.
    yield ("unset", {"exif"}, ["-ExifIFD:DateTimeOriginal#=" + UNSET, DIGITIZED])
    yield ("blank", {"exif"}, ["-ExifIFD:DateTimeOriginal#=    :  :     :  :  ", MODIFIED])
    yield ("unset-all", {"exif"}, [f"-{tag}#={UNSET}" for tag in
                                   ("ExifIFD:DateTimeOriginal", "ExifIFD:CreateDate", "IFD0:ModifyDate")])
    yield ("unix-epoch", {"exif"}, ["-ExifIFD:DateTimeOriginal=1970:01:01 00:00:00", DIGITIZED])
    yield ("macintosh-epoch", {"exif"}, ["-ExifIFD:DateTimeOriginal=1904:01:01 00:00:00", DIGITIZED])
    yield ("future", {"exif"}, ["-ExifIFD:DateTimeOriginal=2098:01:01 12:CLOCK", DIGITIZED])
    yield ("unset-exif-xmp", {"exif", "xmp"}, ["-ExifIFD:DateTimeOriginal#=" + UNSET, XMP_CREATED])
    # Who goes first?
    yield ("exif-all", {"exif"}, [ORIGINAL, DIGITIZED, MODIFIED])
    yield ("exif-late", {"exif"}, [DIGITIZED, MODIFIED])
    yield ("exif-xmp", {"exif", "xmp"}, [ORIGINAL, XMP_ORIGINAL, XMP_CREATED])
    yield ("xmp-before-digitized", {"exif", "xmp"}, [DIGITIZED, MODIFIED, XMP_CREATED])
    yield ("digitized-before-xmp", {"exif", "xmp"}, [DIGITIZED, XMP_DIGITIZED])
    yield ("xmp-before-iptc", {"xmp", "iptc"}, [XMP_CREATED, IPTC_DAY, IPTC_TIME])
    yield ("iptc-before-digitized", {"exif", "iptc"}, [DIGITIZED, IPTC_DAY, IPTC_TIME])
    yield ("iptc-day-time", {"exif", "iptc"}, ["-IPTC:DateCreated=2015:08:11", DIGITIZED, MODIFIED])
    yield ("modified-before-png", {"exif", "png"}, [MODIFIED, PNG_CREATION, PNG_TIME])
    yield ("everything", {"exif", "xmp", "iptc"}, [ORIGINAL, DIGITIZED, MODIFIED, XMP_ORIGINAL, XMP_CREATED,
                                                   XMP_DIGITIZED, XMP_MODIFIED, IPTC_DAY, IPTC_TIME])


def video_dates():
    quicktime = {"quicktime"}
    yield ("none", quicktime | {"avi"}, [])
    yield from zoned("creation", quicktime, KEYS_CREATION, zones=NAMED_ZONES)
    yield ("creation-header", quicktime, [KEYS_CREATION + "+10:00", HEADER])
    yield ("header", quicktime, [HEADER])
    yield ("header-winter", quicktime, ["-QuickTime:CreateDate=2003:01:31 00:CLOCK"])
    # The untagged sample has a header whose clock was never set.
    yield ("header-unset", quicktime, [USER_DAY + "+01:00"])
    yield ("user-day", quicktime, ["-UserData:ContentCreateDate#=2005-10-01T11:CLOCK"])
    yield from zoned("user-day", quicktime, USER_DAY, zones=NAMED_ZONES)
    yield ("item-day", quicktime, [ITEM_DAY + "+01:00"])
    yield from zoned("user-date", quicktime, USER_DATE, zones=NAMED_ZONES)
    yield ("user-date-day", quicktime, [USER_DATE + "+01:00", USER_DAY + "-03:30", HEADER])
    yield ("day-header", quicktime, [USER_DAY + "-03:30", HEADER])
    yield ("all", quicktime, [KEYS_CREATION + "-03:30", USER_DAY + "+01:00", ITEM_DAY + "+01:00", HEADER])
    # Two forms that cameras write.
    yield ("idit", {"avi"}, ["idit:Mon Sep 12 12:CLOCK 2016"])
    yield ("idit-digits", {"avi"}, ["idit:2016:09:12 12:CLOCK"])
    yield ("none", {"matroska"}, [])
    yield ("header-summer", {"matroska"}, ["meta:creation_time=2016-09-11T22:CLOCKZ"])
    yield ("header-winter", {"matroska"}, ["meta:creation_time=2016-01-31T23:CLOCKZ"])
    yield ("none", {"avchd"}, [])
    yield ("recorded+east", {"avchd"}, ["avchd:14 20160912 12CLOCK"])
    yield ("recorded+west", {"avchd"}, ["avchd:27 20160912 12CLOCK"])
    yield ("recorded+utc", {"avchd"}, ["avchd:00 20160912 12CLOCK"])


LATIN = ["-charset", "EXIF=Latin"]
NARROW = "Straße nach Ålesund, été"
WIDE = "Αθήνα 東京 Москва 🏔"
BOILERPLATE = "-IFD0:ImageDescription=OLYMPUS DIGITAL CAMERA"
CAPTION = "-IPTC:Caption-Abstract="
UTF8 = "-IPTC:CodedCharacterSet=UTF8"
STALE = "-Photoshop:IPTCDigest=00112233445566778899aabbccddeeff"
LANGUAGES = [f"-XMP-dc:Description={NARROW}", "-XMP-dc:Description-de=Auf Deutsch",
             "-XMP-dc:Description-fr=En français"]


def still_texts():
    yield ("none", set(), [])
    for kind in ("exif", "raw"):
        yield ("ascii", {kind}, ["-IFD0:ImageDescription=A plain day at the sea"])
        yield ("latin", {kind}, [*LATIN, f"-IFD0:ImageDescription={NARROW}"])
        yield ("utf", {kind}, [f"-IFD0:ImageDescription={WIDE}"])
        yield ("boilerplate", {kind}, [BOILERPLATE])
    yield ("signs", {"exif"}, ["#[CSTR]-IFD0:ImageDescription=\\\"<One> & 'two'\\\"\\nthree\\tfour"])
    yield ("number", {"exif"}, ["-IFD0:ImageDescription=0042"])
    yield ("spaces", {"exif"}, ["-IFD0:ImageDescription=  in the middle   "])
    yield ("comment-ascii", {"exif"}, ["-ExifIFD:UserComment=A comment in ASCII"])
    yield ("comment-unicode", {"exif"}, [f"-ExifIFD:UserComment={WIDE}"])
    for number, text in enumerate(("Москва", "東京タワー", "北京", "नमस्ते", "Αθήνα", "日本語のコメント")):
        # exiftool writes Unicode in the block's order; both orders are there.
        yield (f"comment-script-{number}", {"exif"}, [f"-ExifIFD:UserComment={text}"])
    yield ("comment-behind-boilerplate", {"exif"}, [BOILERPLATE, f"-ExifIFD:UserComment={NARROW}"])
    yield ("title", {"exif"}, ["-IFD0:XPTitle=Αθήνα 東京 Москва"])
    yield ("xp-comment", {"exif"}, [f"-IFD0:XPComment={NARROW}"])
    yield ("title-comment", {"exif"}, ["-IFD0:XPTitle=The title", "-ExifIFD:UserComment=The comment"])
    yield ("ascii-comment", {"exif"}, ["-IFD0:ImageDescription=The first", "-ExifIFD:UserComment=The second"])
    yield ("xmp", {"xmp"}, [f"-XMP-dc:Description={WIDE}"])
    yield ("languages", {"xmp"}, LANGUAGES)
    yield ("long", {"xmp"}, ["-XMP-dc:Description=" + " ".join(f"Word{n}" for n in range(400))])
    yield ("xmp-behind-boilerplate", {"exif", "xmp"}, [BOILERPLATE, f"-XMP-dc:Description={NARROW}"])
    yield ("xmp-behind-blank", {"exif", "xmp"}, ["-IFD0:ImageDescription=     ", f"-XMP-dc:Description={NARROW}"])
    yield ("ascii-xmp", {"exif", "xmp"}, ["-IFD0:ImageDescription=The first", "-XMP-dc:Description=The second"])
    yield ("iptc-latin", {"iptc"}, [CAPTION + NARROW])
    yield ("iptc-utf", {"iptc"}, [UTF8, CAPTION + WIDE])
    yield ("iptc-xmp", {"iptc", "xmp"}, [UTF8, CAPTION + NARROW, f"-XMP-dc:Description={WIDE}"])
    yield ("digest-current", {"digest"}, [UTF8, CAPTION + NARROW, f"-XMP-dc:Description={WIDE}", "-IPTCDigest=new"])
    yield ("digest-stale", {"digest"}, [UTF8, CAPTION + NARROW, f"-XMP-dc:Description={WIDE}", STALE])
    yield ("all", {"exif", "iptc", "xmp"}, ["-IFD0:ImageDescription=The first", CAPTION + "The second",
                                            "-XMP-dc:Description=The third", "-ExifIFD:UserComment=The fourth"])
    yield ("png-text", {"png"}, ["text:Description=A plain day"])
    yield ("png-latin", {"png"}, [f"text:Description={NARROW}"])
    yield ("png-international", {"png"}, [f"-PNG:Description={WIDE}"])


def video_texts():
    quicktime = {"quicktime"}
    yield ("none", set(), [])
    yield ("keys", quicktime, [f"-Keys:Description={WIDE}"])
    yield ("item", quicktime, [f"-ItemList:Description={NARROW}"])
    yield ("item-comment", quicktime, [f"-ItemList:Comment={WIDE}"])
    yield ("user-comment", quicktime, [f"-UserData:Comment={NARROW}"])
    yield ("keys-comment", quicktime, ["-Keys:Description=The first", "-ItemList:Comment=The second"])
    yield ("comment", {"avi"}, ["meta:comment=A plain day"])
    yield ("description", {"matroska"}, [f"meta:description={WIDE}"])
    yield ("comment", {"matroska"}, [f"meta:comment={NARROW}"])
    yield ("both", {"matroska"}, ["meta:description=The first", "meta:comment=The second"])


def exif_place(north, east, above=None):
    tags = [f"-GPS:GPSLatitude={abs(north)}", f"-GPS:GPSLatitudeRef={'N' if north > 0 else 'S'}",
            f"-GPS:GPSLongitude={abs(east)}", f"-GPS:GPSLongitudeRef={'E' if east > 0 else 'W'}"]
    if above is not None:
        tags += [f"-GPS:GPSAltitude={abs(above)}", f"-GPS:GPSAltitudeRef#={int(above < 0)}"]
    return tags


def xmp_place(north, east, above=None):
    tags = [f"-XMP-exif:GPSLatitude={north}", f"-XMP-exif:GPSLongitude={east}"]
    return tags if above is None else [*tags, f"-XMP-exif:GPSAltitude={abs(above)}"]


CORNERS = {"NE": (47.366667, 8.55), "NW": (38.8977, -77.036544), "SE": (-33.856784, 151.215297),
           "SW": (-22.951916, -43.210487)}


def still_places():
    yield ("nowhere", set(), [])
    for number, (corner, (north, east)) in enumerate(CORNERS.items()):
        for kind in ("exif", "raw"):
            yield (corner, {kind}, exif_place(north, east))
        yield (corner + "-high", {"exif"}, exif_place(north, east, 408.5 if number % 2 else -3.25))
        yield (corner + "-xmp", {"xmp"}, xmp_place(north, east, 12 if number % 2 else None))
    yield ("both", {"exif", "xmp"}, exif_place(10.5, 20.5) + xmp_place(-30.5, -40.5))
    yield ("equator", {"exif"}, exif_place(0.000123, -0.000456))


def video_places():
    yield ("nowhere", set(), [])
    for number, (corner, (north, east)) in enumerate(CORNERS.items()):
        above = ", 408.5" if number % 2 else ""
        yield (corner, {"quicktime"}, [f"-UserData:GPSCoordinates={north}, {east}{above}"])
        yield (corner + "-keys", {"quicktime"}, [f"-Keys:GPSCoordinates={north}, {east}{above}"])
        yield (corner + "-loci", {"loci"}, [f"meta:location={north:+09.4f}{east:+010.4f}/"])


class Case:
    """One file: its format, a name that says what is in it, and the arguments that write its tags.

    A sidecar's case has the name of the photo it belongs to and `sidecar`, its own name.
    """

    def __init__(self, kind, number, labels, arguments):
        self.kind = kind
        clock = f"{number % 59 + 1:02}:{number * 7 % 59 + 1:02}"
        self.arguments = [argument.replace("CLOCK", clock) for argument in arguments]
        stem = f"{kind}/{number:03}-" + "_".join(labels)
        self.photo = f"{stem}.jpg" if kind == "xmp" else f"{stem}.{kind}"
        self.sidecar = None
        if kind == "xmp":
            self.sidecar = f"{stem}.jpg.xmp" if number % 2 else f"{stem}.xmp"


def fitting(values, groups):
    return [value for value in values if value[1] <= groups]


def shared(values, groups):
    """Values of which one group is enough: `none` of videos is there once for each family."""
    return [value for value in values if not value[1] or value[1] & groups]


def lists(kind):
    """The three lists of a format: dates, texts, places."""
    groups = GROUPS[kind]
    if groups & {"quicktime", "avi", "matroska", "avchd"}:
        return [shared(values, groups) for values in (video_dates(), video_texts(), video_places())]
    return [fitting(values, groups) for values in (still_dates(), still_texts(), still_places())]


def cases():
    """All cases, in the order of the formats."""
    for kind in GROUPS:
        dates, texts, places = lists(kind)
        longest = max(map(len, (dates, texts, places)))
        for number in range(round(longest * ROUNDS.get(kind, 1))):
            # Each time a list begins anew it is shifted by one, or lists of one length would meet in the same pairs.
            date, text, place = (values[(number + turn * (number // longest)) % len(values)]
                                 for turn, values in enumerate((dates, texts, places)))
            arguments = list(itertools.chain(date[2], text[2], place[2]))
            yield Case(kind, number, [date[0], text[0], place[0]], arguments)
