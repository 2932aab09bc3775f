"""Files of every format without any tag, as small as they go: what the matrix then writes tags into.

What ffmpeg can encode it encodes; HEIC and the RAW formats are put together here.
"""
import os
import struct
import subprocess
import zlib

SOURCE = ["-f", "lavfi", "-i", "testsrc=size=64x48:rate=5:duration=1"]
EXACT = ["-fflags", "+bitexact", "-flags:v", "+bitexact", "-threads", "1"]
STILL = ["-frames:v", "1", "-update", "1"]
H264 = ["-c:v", "libx264", "-pix_fmt", "yuv420p"]

ENCODERS = {
    "jpg": STILL, "png": STILL, "tif": STILL, "gif": STILL,
    "webp": [*STILL, "-c:v", "libwebp"],
    "jxl": [*STILL, "-c:v", "libjxl"],
    "jp2": [*STILL, "-c:v", "jpeg2000"],
    "avif": [*STILL, "-c:v", "libaom-av1", "-still-picture", "1", "-pix_fmt", "yuv420p"],
    "mp4": H264, "mov": H264, "m4v": H264, "mkv": H264,
    "3gp": ["-c:v", "mpeg4"],
    "avi": ["-c:v", "mjpeg", "-pix_fmt", "yuvj420p"],
    "webm": ["-c:v", "libvpx"],
    "h264": [*H264, "-bf", "0"],
}

# By what RAW files are told apart: magic number and maker.
RAWS = {
    "nef": (b"II*\0", b"NIKON CORPORATION"), "pef": (b"II*\0", b"PENTAX"),
    "arw": (b"II*\0", b"SONY"), "srw": (b"II*\0", b"SAMSUNG"), "orf": (b"IIRO", b"OLYMPUS"),
}

AVCHD_IDENTIFIER = bytes.fromhex("17ee8c60f84d11d98cd60800200c9a66") + b"MDPM"


def ffmpeg(*arguments):
    subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-y", *arguments], check=True)


def make_all(folder):
    """Writes `base.EXT` of every format into `folder`; the paths by format."""
    paths = {}
    for kind, options in ENCODERS.items():
        paths[kind] = os.path.join(folder, "base." + kind)
        ffmpeg(*SOURCE, *options, *EXACT, paths[kind])
    frame = os.path.join(folder, "frame.mp4")
    ffmpeg(*SOURCE, "-frames:v", "1", "-c:v", "libx265", "-tag:v", "hvc1", "-pix_fmt", "yuv420p",
           "-x265-params", "log-level=none:pools=1:frame-threads=1:info=0", *EXACT, frame)
    with open(frame, "rb") as file:
        paths["heic"] = write(folder, "base.heic", heic(file.read()))
    paths["psd"] = write(folder, "base.psd", psd())
    paths["mpo"] = write(folder, "base.mpo", open(paths["jpg"], "rb").read())
    for kind, (magic, maker) in RAWS.items():
        paths[kind] = write(folder, "base." + kind, raw(magic, maker + b"\0"))
    paths["dng"] = write(folder, "base.dng", dng())
    # Of the other byte order, and with a second page.
    paths["tiff"] = write(folder, "base.tiff", tiff(">", [[]] * 2))
    return paths


def write(folder, name, data):
    path = os.path.join(folder, name)
    with open(path, "wb") as file:
        file.write(data)
    return path


# HEIF

def box(kind, *parts):
    body = b"".join(parts)
    return struct.pack(">I", 8 + len(body)) + kind + body


def full_box(kind, version, *parts):
    return box(kind, struct.pack(">I", version << 24), *parts)


def find_box(data, kind):
    """The first box of that kind, header included; `data` is a file that this module made."""
    start = data.index(kind) - 4
    return data[start:start + struct.unpack_from(">I", data, start)[0]]


def heic(movie):
    """An HEIC of the one frame of `movie`, an MP4: the frame itself is stored the same way in both."""
    frame = find_box(movie, b"mdat")[8:]
    configuration = find_box(movie, b"hvcC")
    kind = box(b"ftyp", b"heic", bytes(4), b"mif1heic")

    def meta(offset):
        place = struct.pack(">HHHHII", 1, 1, 0, 1, offset, len(frame))
        return full_box(
            b"meta", 0,
            full_box(b"hdlr", 0, bytes(4), b"pict", bytes(13)),
            full_box(b"pitm", 0, struct.pack(">H", 1)),
            full_box(b"iloc", 0, b"\x44\x00", place),
            full_box(b"iinf", 0, struct.pack(">H", 1), full_box(b"infe", 2, struct.pack(">HH", 1, 0), b"hvc1\0")),
            box(b"iprp",
                box(b"ipco", configuration, full_box(b"ispe", 0, struct.pack(">II", 64, 48))),
                full_box(b"ipma", 0, struct.pack(">IHBBB", 1, 1, 2, 0x81, 0x02))))

    return kind + meta(len(kind) + len(meta(0)) + 8) + box(b"mdat", frame)


# TIFF and what looks like it

def raw(magic, maker):
    """A TIFF of one grey pixel with another magic number and a camera's maker."""
    entries = [(254, 4, 1, 0), (256, 4, 1, 1), (257, 4, 1, 1), (258, 3, 1, 8), (259, 3, 1, 1), (262, 3, 1, 1),
               (271, 2, len(maker), None), (273, 4, 1, None), (277, 3, 1, 1), (278, 4, 1, 1), (279, 4, 1, 1)]
    end = 8 + 2 + 12 * len(entries) + 4
    places = {271: end, 273: end + len(maker)}
    data = magic + struct.pack("<IH", 8, len(entries))
    for tag, kind, count, value in entries:
        data += struct.pack("<HHII", tag, kind, count, places.get(tag, value))
    return data + bytes(4) + maker + b"\x80"


def tiff(order, pages):
    """A TIFF of pages of two grey pixels, each with entries of its own as (tag, type, count, value), or a list of such as the
    value, for a directory that they lead to."""
    data = (b"II*\0" if order == "<" else b"MM\0*") + bytes(4)

    def add(more):
        nonlocal data
        data += bytes(len(data) % 2)
        data += more
        return len(data) - len(more)

    def directory(entries, following=0):
        table = struct.pack(order + "H", len(entries))
        for tag, kind, count, value in sorted(entries, key=lambda entry: entry[0]):
            if isinstance(value, list):
                value = directory(value)
            if isinstance(value, int):
                value = struct.pack(order + {1: "B", 3: "H", 4: "I"}[kind], value)
            if len(value) > 4:
                value = struct.pack(order + "I", add(value))
            table += struct.pack(order + "HHI", tag, kind, count) + value.ljust(4, b"\0")
        return add(table + struct.pack(order + "I", following))

    following = 0
    for number, entries in reversed(list(enumerate(pages))):
        strip = add(bytes([0x80, number]))
        following = directory([
            (254, 4, 1, 2 if number else 0), (256, 4, 1, 2), (257, 4, 1, 1), (258, 3, 1, 8), (259, 3, 1, 1), (262, 3, 1, 1),
            (273, 4, 1, strip), (277, 3, 1, 1), (278, 4, 1, 1), (279, 4, 1, 2),
            (282, 5, 1, struct.pack(order + "II", 72, 1)), (283, 5, 1, struct.pack(order + "II", 72, 1)), *entries], following)
    return data[:4] + struct.pack(order + "I", following) + data[8:]


def dng():
    """A DNG with its RAW image in a sub-directory, and data of the maker's."""
    raw_image = [(254, 4, 1, 0), (256, 4, 1, 2), (257, 4, 1, 1), (258, 3, 1, 8), (259, 3, 1, 1), (262, 3, 1, 32803),
                 (273, 4, 1, 8), (277, 3, 1, 1), (278, 4, 1, 1), (279, 4, 1, 2)]
    return tiff("<", [[(271, 2, 7, b"Camera\0"), (272, 2, 6, b"Model\0"), (330, 4, 1, raw_image), (50706, 1, 4, b"\1\4\0\0"),
                       (50708, 2, 7, b"Camera\0"), (50740, 1, 12, b"private data")]])


def psd():
    """A Photoshop document of one grey pixel, without resources and layers."""
    return b"8BPS" + struct.pack(">H6xHIIHH", 1, 1, 1, 1, 8, 1) + bytes(12) + b"\0\0\x80"


# PNG

def with_png_text(data, keyword, text):
    """A PNG with a tEXt chunk behind its header, as programs write it: Latin-1, not compressed."""
    body = b"tEXt" + keyword.encode("latin-1") + b"\0" + text.encode("latin-1")
    chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    header = 8 + 12 + 13
    return data[:header] + chunk + data[header:]


# Video containers that exiftool does not write

def with_idit(data, text):
    """An AVI with an IDIT chunk in its header list: the date as the camera wrote it."""
    body = text.encode("ascii") + b"\n\0"
    chunk = b"IDIT" + struct.pack("<I", len(body)) + body + bytes(len(body) % 2)
    start = data.index(b"hdrl") - 8
    size = struct.unpack_from("<I", data, start + 4)[0]
    end = start + 8 + size
    whole = struct.unpack_from("<I", data, 4)[0]
    return (data[:4] + struct.pack("<I", whole + len(chunk)) + data[8:start + 4] + struct.pack("<I", size + len(chunk))
            + data[start + 8:end] + chunk + data[end:])


def with_avchd_date(stream, digits, zone):
    """An H.264 byte stream with AVCHD's time code pack in front of its first picture.

    - `digits`: `YYYYMMDDhhmmss`.
    - `zone`: bit 5 for west, hours in bits 1–4, bit 0 for half an hour.
    """
    stamp = bytes.fromhex(digits)
    body = AVCHD_IDENTIFIER + b"\x02\x18" + bytes([zone]) + stamp[:3] + b"\x19" + stamp[3:]
    unit = b"\x05" + bytes([len(body)]) + body + b"\x80"
    escaped = bytearray()
    for byte in unit:
        # Three bytes that look like a start code are kept apart.
        if byte <= 3 and escaped[-2:] == b"\0\0":
            escaped.append(3)
        escaped.append(byte)
    start = first_picture(stream)
    return stream[:start] + b"\0\0\0\x01\x06" + bytes(escaped) + stream[start:]


def transport_stream(stream, path):
    """Packs an H.264 byte stream as camcorders do; it has no times of its own, so each picture gets one."""
    ffmpeg("-f", "h264", "-i", stream, "-c", "copy", *EXACT, "-bsf:v", "setts=pts=N*18000:dts=N*18000",
           "-mpegts_m2ts_mode", "1", "-f", "mpegts", path)


def first_picture(stream):
    """Where the first unit with a part of a picture begins, start code included."""
    position = stream.index(b"\0\0\x01")
    while stream[position + 3] & 0x1F not in (1, 5):
        position = stream.index(b"\0\0\x01", position + 3)
    return position
