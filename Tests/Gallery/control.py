"""The gallery's control socket, as scripts use it."""

import json
import socket
import time


def word(value):
    """A value as JSON in one word of a request."""
    return '"' + json.dumps(value).replace("\\", "\\\\").replace('"', '\\"') + '"'


class Control:
    """One connection."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(60)
        self.socket.connect(str(path))
        self.stream = self.socket.makefile("rwb")
        greeting = self.stream.readline()
        assert greeting == b"OK photod 1 gallery\n", greeting

    def close(self):
        self.stream.close()
        self.socket.close()

    def send(self, line):
        self.stream.write(line.encode() + b"\n")
        self.stream.flush()

    def ask(self, line):
        self.send(line)
        return self.reply()

    def reply(self):
        """The lines of an answer; a refusal is a ValueError."""
        lines = []
        while True:
            reply = self.stream.readline()
            if reply == b"OK\n":
                return lines
            if reply.startswith(b"ACK"):
                raise ValueError(reply.decode())
            if not reply:
                raise OSError("the gallery has gone")
            lines.append(json.loads(reply))

    def ui(self, command, members=None, screen="hall"):
        """A command to a screen: the line that says that it is done."""
        [line] = self.ask(f"ui {command}{f' {word(members)}' if members is not None else ''} screen={screen}")
        return line

    def subscribe(self, screen=None):
        self.send(f"subscribe ui{f' screen={screen}' if screen else ''}")
        return self

    def until(self, holds, seconds=20):
        """The next event that is meant; gives all that came until then."""
        deadline = time.monotonic() + seconds
        heard = []
        while True:
            self.socket.settimeout(max(0.1, deadline - time.monotonic()))
            try:
                line = self.stream.readline()
            except TimeoutError:
                raise AssertionError(f"it was not told; these were: {heard[-8:]}") from None
            if line in (b"", b"OK\n"):
                continue
            heard.append(json.loads(line))
            if holds(heard[-1]):
                return heard

    def event(self, name, **members):
        heard = self.until(lambda event: event["event"] == name and all(event.get(key) == value for key, value in members.items()))
        return heard[-1]
