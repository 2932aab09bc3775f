"""A library of photos that the tests make, its photod, and the gallery over it."""

import contextlib
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import tempfile
from pathlib import Path

BUILD = Path(os.environ["PHOTOD_BUILD"])
GALLERY = os.environ.get("PHOTOD_GALLERY", str(BUILD / "photod-gallery"))


# Sky above and below, for a day, an evening, a morning and a dusk; and what the land is made of.
SKIES = [((64, 120, 190), (214, 226, 232)), ((38, 52, 96), (238, 150, 108)), ((96, 160, 208), (246, 236, 206)), ((58, 44, 92), (226, 112, 132))]
LANDS = [(70, 96, 84), (92, 84, 66), (60, 78, 104), (104, 96, 92)]


def picture(path, number, size=(320, 240)):
    """A landscape as JPEG that looks like no other."""
    path.parent.mkdir(parents=True, exist_ok=True)
    chance = random.Random(number)
    sky, land = chance.choice(SKIES), chance.choice(LANDS)

    def between(least, most):
        return f"{chance.uniform(least, most):.3f}"

    sun = f"lt(hypot(X-W*{between(0.2, 0.8)},Y-H*{between(0.18, 0.42)}),H*{between(0.04, 0.08)})"
    ridges = [f"gt(Y,H*({base}+{between(0.03, 0.1)}*sin(X/W*{between(4, 9)}+{between(0, 6)})+{between(0.01, 0.03)}*sin(X/W*{between(15, 40)})))"
              for base in (0.56, 0.68, 0.82)]
    channels = []
    for channel, light in enumerate((255, 244, 214)):
        above, below = (colour[channel] for colour in sky)
        value = f"if({sun},{light},{above}+({below}-{above})*min(Y/H/0.7,1))"
        for depth, ridge in enumerate(ridges):
            # The nearer, the less of the air between.
            share = 0.45 + 0.275 * depth
            value = f"if({ridge},{below * (1 - share) + land[channel] * share * (1 - 0.22 * depth):.0f},{value})"
        channels.append(f"{'rgb'[channel]}='{value}'")
    width, height = size
    subprocess.run(
        ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", f"color=s={width}x{height}:d=1:r=1,format=gbrp,geq={':'.join(channels)}",
         "-frames:v", "1", "-q:v", "4", "-y", str(path)],
        stdin=subprocess.DEVNULL, check=True)


def film(path, seconds=2, size="320x240", rate=10, codec="libx264"):
    path.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(
        ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", f"testsrc2=s={size}:d={seconds}:r={rate}", "-c:v", codec,
         "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-y", str(path)],
        stdin=subprocess.DEVNULL, check=True)


def describe(path, text):
    subprocess.run(["exiftool", "-q", "-overwrite_original", "-charset", "exif=utf8", f"-ImageDescription={text}", str(path)],
                   stdin=subprocess.DEVNULL, check=True)


class Library:
    """A folder of photos with its photod. `with Library() as library:` starts it and takes everything away again."""

    def __enter__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="photod-gallery-test-"))
        self.photos = self.folder / "photos"
        self.photos.mkdir()
        self.socket = self.folder / "socket"
        self.environment = {**os.environ, "HOME": str(self.folder), "XDG_CACHE_HOME": str(self.folder / "cache"),
                            "XDG_CONFIG_HOME": str(self.folder / "config"), "XDG_STATE_HOME": str(self.folder / "state"),
                            "XDG_DATA_HOME": str(self.folder / "data"), "XDG_RUNTIME_DIR": str(self.folder), "TZ": "UTC"}
        self.daemon = None
        self.galleries = []
        self.closing = []
        return self

    def log(self, name):
        stream = open(self.folder / f"{name}.log", "ab")
        self.closing.append(stream)
        return stream

    def start(self):
        """photod, which has seen everything when this ends."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notices:
            address = self.folder / "notices"
            address.unlink(missing_ok=True)
            notices.bind(str(address))
            notices.settimeout(60)
            self.daemon = subprocess.Popen(
                [BUILD / "photod", "--library", self.photos, "--state-dir", self.folder / "state", "--socket", self.socket],
                env={**self.environment, "NOTIFY_SOCKET": str(address)}, stdin=subprocess.DEVNULL, stderr=self.log("photod"))
            try:
                while b"READY=1" not in notices.recv(4096):
                    pass
            except TimeoutError:
                raise AssertionError((self.folder / "photod.log").read_text()) from None
        self.ask("sync")

    def stop(self):
        self.daemon.send_signal(signal.SIGTERM)
        self.daemon.wait(30)

    @contextlib.contextmanager
    def offline(self):
        """The folder of the photos is away, as a disk that is unplugged, and photod knows; then it is back."""
        away = self.folder / "away"
        self.photos.rename(away)
        try:
            self.look("offline")
            yield
        finally:
            away.rename(self.photos)
            self.look("online")

    def look(self, state):
        """photod has looked whether the folder is there, for which it waits longer by itself."""
        self.ask("sync")
        if self.ask("roots")[0]["state"] != state:
            raise AssertionError(f"the folder is not {state}")

    def ask(self, line):
        """The lines that photod answers a request with."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(60)
            connection.connect(str(self.socket))
            stream = connection.makefile("rwb")
            if not stream.readline().startswith(b"OK photod"):
                raise OSError("no greeting")
            stream.write(line.encode() + b"\n")
            stream.flush()
            answer = []
            for reply in stream:
                if reply == b"OK\n":
                    return answer
                if reply.startswith(b"ACK"):
                    raise ValueError(reply.decode())
                answer.append(json.loads(reply))
            raise OSError("photod has gone")

    def open(self, *options):
        """A gallery, of which there may be several; gives its first address, token and all."""
        gallery = subprocess.Popen(
            [GALLERY, "--socket", self.socket, "--listen", "127.0.0.1:0", "--state-dir", self.folder / f"gallery-{len(self.galleries)}", "--print-url", *options],
            env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.log("gallery"), text=True)
        self.galleries.append(gallery)
        self.first = gallery.stdout.readline().strip()
        if not self.first.startswith("http://"):
            raise AssertionError((self.folder / "gallery.log").read_text())
        self.base = self.first.split("/?")[0].rstrip("/")
        return self.first

    def __exit__(self, *_):
        for process in (*self.galleries, self.daemon):
            if process is not None and process.poll() is None:
                process.terminate()
                try:
                    process.wait(30)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
            if process is not None and process.stdout is not None:
                process.stdout.close()
        for stream in self.closing:
            stream.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def holiday(photos):
    """What the tests of screens look at: two months of one folder, one large month, videos, and the odd ones."""
    for number in range(12):
        path = photos / "trip" / f"IMG_201611{number + 1:02}_101500.jpg"
        picture(path, number, (320, 240) if number % 3 else (240, 320))
        describe(path, "Beach trip" if number < 8 else "Übung am Rhein")
    for number in range(3):
        path = photos / "trip" / f"IMG_201608{number + 10}_101500.jpg"
        picture(path, 40 + number)
        describe(path, "Beach trip")
    film(photos / "trip" / "VID_20161120_120000.mp4")
    film(photos / "trip" / "VID_20161121_120000.mp4", size="240x320")
    # One picture, many times: a month of some length costs no more to make.
    picture(photos / "many" / "first.jpg", 99)
    data = (photos / "many" / "first.jpg").read_bytes()
    (photos / "many" / "first.jpg").unlink()
    for number in range(300):
        day, hour = divmod(number, 12)
        (photos / "many" / f"IMG_201507{day + 1:02}_{hour + 8:02}0000.jpg").write_bytes(data + number.to_bytes(4, "little"))
    odd = photos / "odd"
    picture(odd / "IMG_20140501_100000.jpg", 70)
    describe(odd / "IMG_20140501_100000.jpg", '<img src=x onerror="document.title=1"><script>document.title=2</script><b>bold</b>')
    long = odd / ("IMG_20140502_100000 " + "a very long name " * 12 + ".jpg")
    picture(long, 71)
    describe(long, "A description that goes on and on, " * 12)
    (odd / "IMG_20140503_100000.jpg").write_bytes(data[: len(data) // 3])
    picture(odd / "IMG_20140504_100000.jpg", 72, (1200, 160))
    picture(odd / "IMG_20140505_100000.jpg", 73, (16, 12))
