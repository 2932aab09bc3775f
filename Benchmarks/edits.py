"""Edits in photos and in sidecars against exiftool on the same files, and favourites that are kept in the index."""
import glob
import json
import os
import shutil
import statistics
import subprocess
import time

# As an edit of date and place is written: EXIF and XMP.
DATE = ["-EXIF:DateTimeOriginal={0}", "-EXIF:CreateDate={0}", "-XMP-exif:DateTimeOriginal={0}", "-XMP-photoshop:DateCreated={0}"]
PLACE = ["-EXIF:GPSLatitude={0}", "-EXIF:GPSLatitudeRef=S", "-EXIF:GPSLongitude=34.8", "-EXIF:GPSLongitudeRef=W",
         "-XMP-exif:GPSLatitude=-{0}", "-XMP-exif:GPSLongitude=-34.8"]
SIDECAR = ["-o", "%d%f.%e.xmp", "-ext", "jpg", "-XMP-exif:DateTimeOriginal={0}", "-XMP-exif:GPSLatitude=-7.1"]


class Edits:
    """Each job starts from photos that nobody has edited, and both programs have them in memory.

    `start` starts a daemon on a folder; `library` makes one of so many photos of a size.
    """

    def __init__(self, sizes, table, start, library):
        self.sizes, self.table, self.start, self.library = sizes, table, start, library

    def measure(self):
        self.in_place()
        self.sidecars()
        self.favourites()

    def in_place(self):
        folder = self.library("edited", self.sizes.edits, 3_000_000)
        ours, peers = [], []
        with self.start(folder) as daemon:
            for turn in range(self.sizes.repeats):
                day = f"2004-12-{24 + turn}"
                ours.append(self.edit(daemon, self.files(folder), f"date={day}T18:00:00", f"location=-7.{turn},-34.8",
                                      write="file"))
                stamp = f"2005:12:{24 + turn} 18:00:00"
                peers.append(self.exiftool(folder, "-overwrite_original", *(one.format(stamp) for one in DATE),
                                           *(one.format(f"7.{turn}") for one in PLACE), folder, "-r"))
                daemon.sync()
        rate, peer = statistics.median(ours), statistics.median(peers)
        self.table.add(f"date and place of {self.sizes.edits:,} JPEGs of 3 MB, in the files", f"{rate:.1f} s",
                       f"{peer:.1f} s (exiftool -overwrite_original, sync -f)", f"{peer / rate:.2f}", "1.5",
                       peer >= 1.5 * rate)
        shutil.rmtree(folder)

    def sidecars(self):
        folder = self.library("described", self.sizes.edits, 90_000)
        few = self.library("described-by-peer", max(20, self.sizes.edits // 5), 90_000)
        ours = []
        with self.start(folder) as daemon:
            for _ in range(self.sizes.repeats):
                ours.append(self.edit(daemon, self.files(folder), "date=2004-12-24T18:00:00", "location=-7.1,-34.8",
                                      write="sidecar"))
                for sidecar in glob.glob(f"{folder}/**/*.xmp", recursive=True):
                    os.remove(sidecar)
                daemon.sync()
        seconds = statistics.median(ours) / self.sizes.edits
        peer = self.exiftool(few, *(one.format("2004:12:24 18:00:00") for one in SIDECAR), few, "-r") / len(self.files(few))
        self.table.add(f"sidecars of {self.sizes.edits:,} JPEGs of 90 KB, each", f"{seconds * 1e3:.2f} ms",
                       f"{peer * 1e3:.1f} ms (exiftool -o %d%f.%e.xmp, sync -f)", f"{peer / seconds:.0f}", "10",
                       peer >= 10 * seconds)
        shutil.rmtree(folder)
        shutil.rmtree(few)

    def favourites(self):
        folder = self.library("favourites", self.sizes.favourites, 1_500)
        with self.start(folder) as daemon:
            files = self.files(folder)
            times = [self.edit(daemon, files, f"favorite={value}", write="index") for value in ("yes", "no", "yes")]
        seconds = statistics.median(times)
        self.table.add(f"{self.sizes.favourites:,} favourites, kept in the index", f"{seconds:.2f} s", "", "", "1 s",
                       seconds <= 1)

    # What is measured

    def edit(self, daemon, files, *values, write):
        """Seconds until all is on the disk, read and shown, by the protocol."""
        ids = [json.loads(line)["id"] for line in daemon.lines("items ids=@ fields=id", files)]
        start = time.monotonic()
        end = json.loads(daemon.lines(f"edit {' '.join(values)} write={write} ids=@", ids)[-1])
        seconds = time.monotonic() - start
        if end["ok"] != len(files):
            raise RuntimeError(f"not all were edited: {end}")
        return seconds

    @staticmethod
    def exiftool(folder, *arguments):
        start = time.monotonic()
        subprocess.run(["exiftool", "-q", *arguments], check=True, stdout=subprocess.DEVNULL)
        subprocess.run(["sync", "-f", folder], check=True)
        return time.monotonic() - start

    @staticmethod
    def files(folder):
        return glob.glob(f"{folder}/**/*.JPG", recursive=True)
