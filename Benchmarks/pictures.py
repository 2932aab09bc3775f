"""Thumbnails against vipsthumbnail, and frames against ffmpeg, of pictures that are made here."""
import json
import os
import random
import shutil
import statistics
import subprocess
import time

# Sums of waves and fractal noise: as hard to decode as a photo of such a size, and different each.
WIDTH, HEIGHT = 4000, 3000


def vips(*arguments):
    subprocess.run(["vips", *map(str, arguments)], check=True, stdout=subprocess.DEVNULL)


class Pictures:
    """Where pictures, videos and caches of one run are.

    `start` starts a daemon on a folder, with variables of its environment beside those that there are.
    """

    def __init__(self, work, build, sizes, table, start):
        self.folder = os.path.join(work, "pictures")
        self.build, self.sizes, self.table, self.start = build, sizes, table, start
        self.cache = os.path.join(work, "pictures-cache")

    def measure(self):
        os.makedirs(self.folder, exist_ok=True)
        base = self.base()
        libraries = {"jpg": self.photos(base, "jpg", self.sizes.pictures, 20, "[Q=90,strip]")}
        libraries["png"] = self.photos(base, "png", self.sizes.pictures // 16, 5, "[compression=3]")
        if self.has_encoder(base):
            libraries["heic"] = self.photos(base, "heic", self.sizes.pictures // 16, 5, "[Q=60]")
        for kind, must in [("jpg", 0.9), ("heic", 0.8), ("png", 0.8)]:
            if kind in libraries:
                self.thumbnails(kind, libraries[kind], must)
        self.frames(self.video())

    # Pictures

    def base(self):
        """A large image of libvips' own format, from which others are cut by shifting it."""
        path = os.path.join(self.folder, "base.v")
        bands = []
        for number, dimension in enumerate([2.3, 2.5, 2.7]):
            band, scaled = (os.path.join(self.folder, f"band-{name}{number}.v") for name in ("", "scaled-"))
            vips("fractsurf", band, WIDTH, HEIGHT, dimension)
            vips("scale", band, scaled)
            bands.append(scaled)
        joined = os.path.join(self.folder, "joined.v")
        vips("bandjoin", " ".join(bands), joined)
        vips("copy", joined, path, "--interpretation", "srgb")
        return path

    def has_encoder(self, base):
        target = os.path.join(self.folder, "trial.heic")
        return subprocess.run(["vips", "heifsave", base, target, "--compression", "hevc"],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0

    def photos(self, base, kind, count, different, options):
        """A folder of `count` photos, of which so many are different."""
        folder = os.path.join(self.folder, kind)
        os.makedirs(folder)
        for number in range(min(count, different)):
            shifted = os.path.join(self.folder, "shifted.v")
            vips("wrap", base, shifted, "--x", number * 197, "--y", number * 131)
            vips("copy", shifted, os.path.join(folder, f"{number:04}.{kind}{options}"))
        for number in range(different, count):
            shutil.copyfile(os.path.join(folder, f"{number % different:04}.{kind}"),
                            os.path.join(folder, f"{number:04}.{kind}"))
        return folder

    def video(self):
        folder = os.path.join(self.folder, "video")
        os.makedirs(folder)
        path = os.path.join(folder, "video.mp4")
        subprocess.run(
            ["ffmpeg", "-nostdin", "-loglevel", "error", "-f", "lavfi", "-i",
             f"testsrc2=size=1920x1080:rate=30:duration={self.sizes.video}", "-vf", "noise=alls=6:allf=t", "-c:v",
             "libx264", "-preset", "ultrafast", "-crf", "28", "-g", "250", "-bf", "2", "-pix_fmt", "yuv420p", path],
            check=True)
        return path

    # Thumbnails

    def thumbnails(self, kind, library, must):
        files = sorted(os.path.join(library, name) for name in os.listdir(library))
        with self.begin(library) as daemon:
            ours, peers, both = [], [], []
            # Both find the files in memory.
            subprocess.run(["cat", *files], stdout=subprocess.DEVNULL, check=True)
            if kind == "jpg":
                # What it does once it has nothing to do, for the first time, is no pictures' business.
                time.sleep(self.sizes.settle)
            before = daemon.memory()[0]
            for _ in range(self.sizes.repeats):
                ours.append(self.ours(daemon, files))
                peers.append(self.peer(files, 1))
                both.append(self.peer(files, os.cpu_count()))
            rate = statistics.median(ours)
            for other, name, demanded in [(statistics.median(peers), "vipsthumbnail, all in one call", must),
                                          (statistics.median(both), "vipsthumbnail, a process a core", None)]:
                self.table.add(f"thumbnails `large` of {len(files):,} {kind.upper()} of 12 megapixels", f"{rate:.1f}/s",
                               f"{other:.1f}/s ({name})", f"{rate / other:.2f}", str(demanded or ""),
                               rate >= demanded * other if demanded else None)
            if kind == "jpg":
                self.cached(daemon, files)
                time.sleep(self.sizes.settle)
                after = daemon.memory()[0]
                left = len(daemon.processes()) - 1
                self.table.add("RSS after thumbnails, against before", f"{after:.1f} MB, {left} workers",
                               f"{before:.1f} MB", f"{after - before:+.1f} MB", "+2 MB, no photod-render",
                               None if self.sizes.settle < 30 else after - before <= 2)

    def begin(self, library):
        return self.start(library, {"HOME": self.folder, "XDG_CACHE_HOME": self.cache})

    def ours(self, daemon, files):
        shutil.rmtree(self.cache, ignore_errors=True)
        start = time.monotonic()
        result = subprocess.run(
            [os.path.join(self.build, "photoctl"), "--socket", daemon.socket_path, "thumb", "--size", "large", "--json",
             "-"], input="\n".join(files), text=True, stdout=subprocess.PIPE, check=True)
        seconds = time.monotonic() - start
        made = sum(1 for line in result.stdout.splitlines() if json.loads(line).get("cached") is False)
        if made != len(files):
            raise RuntimeError(f"{made} of {len(files)} thumbnails were made")
        return made / seconds

    def peer(self, files, processes):
        target = os.path.join(self.folder, "peer")
        shutil.rmtree(target, ignore_errors=True)
        os.mkdir(target)
        command = ["vipsthumbnail", "--size", "256x256", "-o", os.path.join(target, "%s.png")]
        start = time.monotonic()
        if processes == 1:
            subprocess.run([*command, *files], check=True)
        else:
            share = max(1, min(50, len(files) // (2 * processes)))
            subprocess.run(["xargs", "-P", str(processes), "-n", str(share), *command], input="\n".join(files), text=True,
                           check=True)
        return len(os.listdir(target)) / (time.monotonic() - start)

    def cached(self, daemon, files):
        """What is in the cache already, both ends on one core."""
        core = max(os.sched_getaffinity(0))
        ids = [daemon.ask(f'photo "{file}"')[0]["id"] for file in files[:100]]
        affinity = os.sched_getaffinity(0)
        daemon.pin(core)
        os.sched_setaffinity(0, {core})
        connection, reader = daemon.connect()
        with connection:
            def median(request, count):
                times = []
                for _ in range(count):
                    start = time.perf_counter()
                    connection.sendall(request.encode() + b"\n")
                    while not (line := reader.readline()).startswith(b"OK"):
                        if not line or line.startswith(b"ACK"):
                            raise RuntimeError(line.decode())
                    times.append(time.perf_counter() - start)
                return statistics.median(times) * 1e6

            ping, one = median("ping", 2000), median(f"thumbnail {ids[0]} size=large", 2000)
            hundred = median(f"thumbnail {' '.join(ids)} size=large", 200)
        os.sched_setaffinity(0, affinity)
        self.table.add("`thumbnail`, in the cache", f"{one:.1f} µs", f"{ping:.1f} µs (ping)", f"{one / ping:.1f}", "4",
                       one <= 4 * ping)
        self.table.add("the same of 100", f"{hundred / 1000:.2f} ms", "", "", "1 ms", hundred <= 1000)

    # Frames

    def frames(self, video):
        targets = {name: os.path.join(self.folder, f"frame-{name}.png") for name in ("ours", "peer")}
        generator = random.Random(2)
        times = [round(generator.uniform(0, self.sizes.video - 2), 2) for _ in range(self.sizes.frames)]
        with self.begin(os.path.dirname(video)) as daemon:
            subprocess.run(["cat", video], stdout=subprocess.DEVNULL, check=True)
            ours, peers = [], []
            for at in times:
                ours.append(self.seconds(os.path.join(self.build, "photoctl"), "--socket", daemon.socket_path, "frame",
                                         video, "--at", at, "--output", targets["ours"], "--overwrite"))
                peers.append(self.seconds("ffmpeg", "-nostdin", "-y", "-v", "error", "-ss", at, "-i", video, "-frames:v",
                                          1, targets["peer"]))
            one, peer = statistics.median(ours), statistics.median(peers)
            job = f"a frame of {self.sizes.video} s of 1080p H.264, by photoctl"
            self.table.add(job, f"{one * 1000:.0f} ms", f"{peer * 1000:.0f} ms (ffmpeg -ss)", f"{peer / one:.2f}", "1",
                           one <= peer)
            at = ",".join(map(str, times))
            lines = daemon.ask(f'frame "{video}" at={at} as=path path="{self.folder}/later-%d.png"')
            later = statistics.median(line["milliseconds"] for line in lines[1:])
            self.table.add("the second and later ones of one request", f"{later:.0f} ms",
                           f"{peer * 1000:.0f} ms (ffmpeg -ss)", f"{peer * 1000 / later:.1f}", "2",
                           2 * later <= peer * 1000)

    @staticmethod
    def seconds(*command):
        start = time.monotonic()
        subprocess.run([*map(str, command)], stdout=subprocess.DEVNULL, check=True)
        return time.monotonic() - start
