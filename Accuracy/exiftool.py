"""What exiftool reads: the tags that take part in the comparison, of many files in one call."""
import json
import os
import subprocess

# By family 1 group, so that it is known which of several fields of one name a value comes from.
TAGS = [
    "ExifIFD:DateTimeOriginal", "ExifIFD:OffsetTimeOriginal", "ExifIFD:CreateDate", "ExifIFD:OffsetTimeDigitized",
    "IFD0:ModifyDate", "ExifIFD:OffsetTime", "ExifIFD:ModifyDate", "IFD0:DateTimeOriginal",
    "XMP-exif:DateTimeOriginal", "XMP-photoshop:DateCreated", "XMP-xmp:CreateDate", "XMP-exif:DateTimeDigitized",
    "XMP-xmp:ModifyDate", "XMP-tiff:DateTime", "IPTC:DateCreated", "IPTC:TimeCreated", "PNG:CreationTime",
    "PNG:ModifyDate", "Keys:CreationDate", "UserData:DateTimeOriginal", "UserData:ContentCreateDate",
    "ItemList:ContentCreateDate", "QuickTime:CreateDate", "RIFF:DateTimeOriginal", "RIFF:DateCreated",
    "H264:DateTimeOriginal", "Matroska:DateTimeOriginal",
    "IFD0:ImageDescription", "XMP-dc:Description", "IPTC:Caption-Abstract", "Photoshop:IPTCDigest",
    "CurrentIPTCDigest", "ExifIFD:UserComment", "IFD0:XPTitle", "IFD0:XPComment", "PNG:Description*",
    "Keys:Description", "ItemList:Description", "UserData:Description", "Keys:Comment", "ItemList:Comment",
    "UserData:Comment", "Matroska:Description", "Matroska:Comment", "RIFF:Comment",
    "GPS:GPSLatitude", "GPS:GPSLatitudeRef", "GPS:GPSLongitude", "GPS:GPSLongitudeRef", "XMP-exif:GPSLatitude",
    "XMP-exif:GPSLongitude", "Keys:GPSCoordinates", "ItemList:GPSCoordinates", "UserData:GPSCoordinates",
    "UserData:LocationInformation", "Error",
]


def read(paths, zone, work):
    """The values of each file by `GROUP:TAG`; `Error` where exiftool cannot read it. Header times are in `zone`.

    Text that is no UTF-8 comes as `base64:` and its bytes, because `-b` leaves decoding to the reader.
    """
    arguments = os.path.join(work, "files.args")
    with open(arguments, "w", encoding="utf-8", errors="surrogateescape") as file:
        file.writelines(path + "\n" for path in paths)
    command = ["exiftool", "-json", "-n", "-b", "-struct", "-G1", "-q", "-q", "-api", "QuickTimeUTC=1",
               "-api", "LargeFileSupport=1", *("-" + tag for tag in TAGS), "-@", arguments]
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={**os.environ, "TZ": zone})
    found = {}
    for values in json.loads(result.stdout or b"[]"):
        path = values.pop("SourceFile")
        # A text chunk that says in which language it is has that in its name.
        for tag in [tag for tag in values if tag.startswith("PNG:Description-")]:
            values.setdefault("PNG:Description", values[tag])
        # The two that exiftool finds out itself have groups of no interest.
        found[path] = {{"ExifTool:Error": "Error", "File:CurrentIPTCDigest": "CurrentIPTCDigest"}.get(tag, tag): value
                       for tag, value in values.items()}
    return found
