"""A photod of its own for one folder, asked over its socket."""
import json
import os
import signal
import socket
import subprocess
import time
import urllib.parse


class DaemonError(Exception):
    """A daemon that ended, does not answer, or refuses."""


class Daemon:
    """Runs from the start of a `with` block to its end; its state and log lie in `work`."""

    def __init__(self, build, library, work, zone="UTC"):
        self.socket_path = os.path.join(work, "socket")
        self.log_path = os.path.join(work, "photod.log")
        environment = {key: value for key, value in os.environ.items()
                       if key not in ("NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_FDS", "LISTEN_PID")}
        with open(self.log_path, "ab") as log:
            self.process = subprocess.Popen(
                [os.path.join(build, "photod"), "--library", library, "--state-dir", os.path.join(work, "state"),
                 "--socket", self.socket_path, "--log-level", "warning"],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env={**environment, "TZ": zone})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(60)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def is_alive(self):
        return self.process.poll() is None

    def connect(self):
        deadline = time.monotonic() + 60
        while True:
            connection = socket.socket(socket.AF_UNIX)
            connection.settimeout(3600)
            try:
                connection.connect(self.socket_path)
                return connection
            except (FileNotFoundError, ConnectionRefusedError):
                connection.close()
                if not self.is_alive() or time.monotonic() > deadline:
                    raise DaemonError(f"photod does not answer: {self.last_words()}") from None
                time.sleep(0.01)

    def last_words(self):
        with open(self.log_path, "rb") as log:
            return log.read()[-2000:].decode(errors="replace").strip() or f"it ended with {self.process.returncode}"

    def ask(self, request):
        """The lines of a reply."""
        lines = []
        with self.connect() as connection, connection.makefile("rb") as reader:
            reader.readline()
            connection.sendall(request.encode() + b"\n")
            for line in reader:
                if line == b"OK\n":
                    return lines
                if line.startswith(b"ACK "):
                    raise DaemonError(line.decode(errors="replace").strip())
                lines.append(json.loads(line))
        raise DaemonError(f"the connection was closed during {request!r}: {self.last_words()}")

    def sync(self, seconds=3000):
        self.ask(f"sync timeout={seconds}")

    def items(self):
        """Every item of every month, by the path of its file."""
        found = {}
        for month in self.ask("months"):
            request = f"photos {month['monthKey']} limit=1000"
            while request:
                *items, last = self.ask(request)
                found.update({path_of(item["uri"]): item for item in items})
                cursor = last["page"]["nextCursor"]
                request = cursor and f"photos {month['monthKey']} limit=1000 after={cursor}"
        return found


def path_of(uri):
    """Where a `file://` uri leads: exact for any name, bytes that are no UTF-8 included."""
    return os.fsdecode(urllib.parse.unquote_to_bytes(uri.removeprefix("file://")))
