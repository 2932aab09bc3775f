"""A photod of the test's own: its own library, state and socket, and the line protocol in a few lines."""

import json
import os
import shutil
import signal
import socket
import struct
import subprocess
import tempfile

# A slow machine under load takes seconds; only a daemon that will never answer takes this long.
DEADLINE = 60


class Failure(Exception):
    pass


def jpeg(date):
    """A JPEG of one grey pixel that says when it was taken: EXIF DateTimeOriginal, `YYYY:MM:DD HH:MM:SS`."""
    text = date.encode() + b"\0"
    first = struct.pack("<HHHII", 1, 0x8769, 4, 1, 26) + struct.pack("<I", 0)
    exif = struct.pack("<HHHIII", 1, 0x9003, 2, len(text), 44, 0)
    body = b"Exif\0\0II*\0" + struct.pack("<I", 8) + first + exif + text
    segments = [
        (0xE1, body),
        (0xDB, b"\0" + bytes([1] * 64)),  # quantisation: all ones
        (0xC0, bytes([8, 0, 1, 0, 1, 1, 1, 0x11, 0])),  # baseline, 1 x 1, one component
        (0xC4, b"\0" + bytes([1] + [0] * 15) + b"\0"),  # one code for DC: no difference
        (0xC4, b"\x10" + bytes([1] + [0] * 15) + b"\0"),  # one code for AC: end of block
        (0xDA, bytes([1, 1, 0, 0, 63, 0])),
    ]
    marked = b"".join(struct.pack(">BBH", 0xFF, kind, len(data) + 2) + data for kind, data in segments)
    return b"\xff\xd8" + marked + b"\x3f\xff\xd9"


class Daemon:
    """Use it with `with`: the daemon is ready inside, and gone with all its files after."""

    def __init__(self, build, under=(), umask=-1, groups=None):
        self.program = os.path.join(os.path.abspath(build), "photod")
        self.under = list(under)
        self.umask = umask
        self.groups = groups
        self.process = None

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="photod-test-")
        self.library = os.path.join(self.folder, "photos")
        self.socket = os.path.join(self.folder, "run", "socket")
        self.log = os.path.join(self.folder, "log")
        os.mkdir(self.library)
        os.mkdir(os.path.dirname(self.socket), 0o700)
        with open(os.path.join(self.library, "a.jpg"), "wb") as photo:
            photo.write(jpeg("2016:11:05 10:20:30"))
        try:
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def start(self):
        environment = {
            key: value for key, value in os.environ.items()
            if key not in ("LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", "WATCHDOG_USEC", "WATCHDOG_PID")
        }
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as notifications:
            notifications.bind(os.path.join(self.folder, "notify"))
            environment["XDG_CACHE_HOME"] = os.path.join(self.folder, "cache")
            # The trash lies there.
            environment["XDG_DATA_HOME"] = os.path.join(self.folder, "data")
            environment["NOTIFY_SOCKET"] = os.path.join(self.folder, "notify")
            with open(self.log, "wb") as log:
                self.process = subprocess.Popen(
                    self.under + [
                        self.program, "--library", self.library, "--state-dir", os.path.join(self.folder, "state"),
                        "--socket", self.socket],
                    stdout=log, stderr=log, stdin=subprocess.DEVNULL, env=environment, umask=self.umask,
                    extra_groups=self.groups)
            notifications.settimeout(0.25)
            for _ in range(DEADLINE * 4):
                try:
                    if b"READY=1" in notifications.recv(4096):
                        return
                except TimeoutError:
                    if self.process.poll() is not None:
                        raise self.failure(f"ended with status {self.process.returncode} before it was ready")
        raise self.failure("did not become ready")

    def failure(self, what):
        with open(self.log, encoding="utf-8", errors="replace") as log:
            return Failure(f"photod {what}:\n{log.read()}")

    def request(self, line):
        """The reply's JSON lines. An ACK is a failure."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(DEADLINE)
            connection.connect(self.socket)
            stream = connection.makefile("rwb")
            greeting = stream.readline()
            if greeting != b"OK photod 1\n":
                raise Failure(f"greeting {greeting!r}")
            stream.write(line.encode() + b"\n")
            stream.flush()
            reply = []
            for answer in stream:
                if answer == b"OK\n":
                    return reply
                if answer.startswith(b"ACK "):
                    raise Failure(f"{line}: {answer.decode()}")
                reply.append(json.loads(answer))
        raise Failure(f"{line}: the connection closed before OK")

    def __exit__(self, *_):
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(DEADLINE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
