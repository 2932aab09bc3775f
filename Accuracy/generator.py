"""Makes the files of the matrix: copies of the untagged samples, and one exiftool that writes all their tags."""
import os
import shutil
import subprocess

import samples

# The matrix gives header times in this zone; exiftool stores them as UTC.
ZONE = "Europe/Berlin"
# 2019-05-04 03:02:01 UTC, for every file: what has no date of its own gets this one.
MODIFICATION_TIME = 1_556_938_921

# What a photo with a sidecar carries itself: the sidecar is asked first.
EMBEDDED = ["-ExifIFD:DateTimeOriginal=2001:02:03 04:05:06", "-IFD0:ImageDescription=In the photo",
            "-GPS:GPSLatitude=1.5", "-GPS:GPSLatitudeRef=N", "-GPS:GPSLongitude=2.5", "-GPS:GPSLongitudeRef=E"]
# What exiftool remarks on and does.
EXPECTED_NOTES = ["Wrapped JXL codestream", "Creating non-standard IPTC"]
# No sidecar is without any tag.
SIDECAR = ["-XMP-dc:Format=image/jpeg"]


class GeneratorError(Exception):
    """A file of the matrix that could not be made."""


def make(cases, library, work):
    """Writes the files of all cases below `library`; `work` is a folder for what is needed meanwhile."""
    paths = samples.make_all(work)
    arguments = []
    for number, case in enumerate(cases):
        photo = os.path.join(library, case.photo)
        os.makedirs(os.path.dirname(photo), exist_ok=True)
        if case.sidecar:
            shutil.copyfile(paths["jpg"], photo)
            if number % 3:
                arguments.append(command(photo, EMBEDDED))
            arguments.append(command(os.path.join(library, case.sidecar), [*case.arguments, *SIDECAR]))
        else:
            prepare(case, photo, paths, work)
            arguments.append(command(photo, case.arguments))
    write_tags([line for lines in arguments for line in lines], work)
    for case in cases:
        check(case, library)
    for folder, _, names in os.walk(library):
        for name in names:
            os.utime(os.path.join(folder, name), (MODIFICATION_TIME, MODIFICATION_TIME))


def prepare(case, photo, paths, work):
    """Puts the untagged sample in its place, with what exiftool cannot write into its format."""
    metadata = []
    for argument in steps(case.arguments, "meta"):
        metadata += ["-metadata", argument]
    if case.kind == "mts":
        stream = paths["h264"]
        for argument in steps(case.arguments, "avchd"):
            zone, day, time = argument.replace(":", "").split()
            dated = samples.with_avchd_date(read(stream), day + time, int(zone, 16))
            stream = samples.write(work, "dated.h264", dated)
        samples.transport_stream(stream, photo)
        return
    if metadata:
        samples.ffmpeg("-i", paths[case.kind], "-c", "copy", *metadata, *samples.EXACT, photo)
    else:
        shutil.copyfile(paths[case.kind], photo)
    for argument in steps(case.arguments, "idit"):
        rewrite(photo, samples.with_idit(read(photo), argument))
    for argument in steps(case.arguments, "text"):
        keyword, text = argument.split("=", 1)
        rewrite(photo, samples.with_png_text(read(photo), keyword, text))


def steps(arguments, name):
    """What follows `NAME:` in the arguments that are not exiftool's."""
    return [argument[len(name) + 1:] for argument in arguments if argument.startswith(name + ":")]


def command(path, arguments):
    """The lines of an argument file that write one file; none where exiftool has nothing to do."""
    own = [argument for argument in arguments if argument[0] in "-#"]
    # What belongs to an option is no tag.
    for index, argument in enumerate(arguments):
        if argument == "-charset":
            own.insert(own.index(argument) + 1, arguments[index + 1])
    if not own:
        return []
    return [*own, "-m", "-q", "-overwrite_original", "-api", "QuickTimeUTC=1", path, "-execute"]


def write_tags(lines, work):
    file = samples.write(work, "tags.args", "\n".join(lines + [""]).encode())
    result = subprocess.run(["exiftool", "-@", file], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                            env={**os.environ, "TZ": ZONE})
    # A tag that is not written would be a value that nobody tests.
    wrong = [line for line in result.stdout.splitlines() if not any(note in line for note in EXPECTED_NOTES)]
    if wrong:
        raise GeneratorError("exiftool could not write all tags:\n" + "\n".join(wrong))


def check(case, library):
    for path in filter(None, (case.photo, case.sidecar)):
        if not os.path.exists(os.path.join(library, path)):
            raise GeneratorError(f"{path} was not made: the matrix has arguments that write nothing")


def read(path):
    with open(path, "rb") as file:
        return file.read()


def rewrite(path, data):
    with open(path, "wb") as file:
        file.write(data)
