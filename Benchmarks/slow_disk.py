"""Measures photod on a file system that lets each call wait, as one at the other end of a network does, against a C program
that has many calls under way at once."""
import os
import statistics
import subprocess
import time


class SlowDisk:
    MICROSECONDS = 2000

    def __init__(self, work, build, sizes, table, floor, start, library):
        self.work, self.build, self.sizes, self.table = work, build, sizes, table
        self.floor, self.start, self.library = floor, start, library

    def measure(self):
        count = self.sizes.slow
        photos = self.library("slow-photos", "--count", count, "--directories", max(count // 100, 1), "--size", 20_000)
        place = os.path.join(self.work, "slow-mount")
        os.makedirs(place, exist_ok=True)
        ready = os.path.join(self.work, "slow-mounted")
        os.mkfifo(ready)
        server = subprocess.Popen([os.path.join(self.build, "slow-filesystem"), place, photos, str(self.MICROSECONDS), "asked", ready],
                                  stdin=subprocess.DEVNULL)
        try:
            with open(ready, "rb") as pipe:
                if pipe.read(1) != b"\0":
                    raise RuntimeError("the slow file system was not mounted: only root can")
            self.compare(place, count)
        finally:
            subprocess.run(["umount", "-l", place], check=False, stderr=subprocess.DEVNULL)
            server.wait(timeout=60)

    def compare(self, place, count):
        floors, ours, syncs = [], [], []
        for _ in range(self.sizes.repeats):
            floors.append(self.floor("--threads", "64", place))
            with self.start(place) as daemon:
                ours.append(daemon.seconds_to_sync)
                found = sum(month["totalCount"] for month in daemon.ask("months"))
                if found != count:
                    raise RuntimeError(f"{found} of {count} photos were indexed")
                # What the kernel was told of the files is good for a second.
                time.sleep(1.5)
                begin = time.monotonic()
                daemon.ask("sync")
                syncs.append(time.monotonic() - begin)
        job = f"first index, {count:,} JPEGs, 2 ms a call"
        mine, floor = statistics.median(ours), statistics.median(floors)
        self.table.add(job, f"{mine:.2f} s", f"{floor:.2f} s (C, 64 calls at once)", f"{floor / mine:.2f}", "0.5",
                       floor / mine >= 0.5)
        sync = statistics.median(syncs)
        self.table.add(f"sync of a polled root, {count:,} JPEGs, 2 ms a call", f"{sync:.2f} s", "", "", "0.7 s", sync < 0.7)
