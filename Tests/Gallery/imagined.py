"""The page over answers that a test makes up: libraries of any size, answers that are late, events when the test says so."""

import http.server
import json
import queue
import threading
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

PAGE = Path(__file__).resolve().parent.parent.parent / "Sources" / "Gallery" / "Page"
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html", ".geojson": "application/json"}


class Held:
    """An answer that has been made and is not sent before the test says so."""

    def __init__(self):
        self.made = threading.Event()
        self.is_lost = False
        self.is_cut = False
        self.break_off = None
        self.let_go = threading.Event()
        self.is_over = threading.Event()

    def asked(self, seconds=15):
        if not self.made.wait(seconds):
            raise AssertionError("it was not asked for")

    def release(self):
        self.let_go.set()

    def fail(self):
        """It was never answered: photod has gone."""
        self.is_lost = True
        self.let_go.set()

    def begin(self, count, refusal=None):
        """So many lines come, and then a refusal, or nothing until the connection ends."""
        self.break_off = (count, refusal)
        self.let_go.set()

    def end(self):
        """The connection ends."""
        self.is_over.set()

    def cut(self):
        """The connection ends without an answer."""
        self.is_cut = True
        self.let_go.set()


class ImaginedGallery:
    """`lists`: ids by command and word, as `("photos", "2016-11")`. `posted`: what was to be changed, as `(command, keys, ids)`.
    `is_told`: cleared, pages are told nothing yet. `screen`: the name of the one screen that there is, and `state` what it has open;
    without a name there are none. `said`: what its page has said; `told`: what it was told. `local`: files of the local folder, by path.
    `results`: what comes of an edit or of the trash for a photo, by id, where it is not done.
    `asked`: all that was asked for, as `(command, keys)`; `batch`: the lines of the one batch that there is; `status`: what photod says of itself; `roots`: its folders; `answers`: the lines of other commands; `is_deaf`: set, what a page says of its screen is not answered; `absent`: files of the page that nobody answers for; `broken`: those that come as another program's."""

    def __init__(self):
        self.lists = {}
        self.about = {}
        self.refused = {}
        self.posted = []
        self.results = {}
        self.asked = []
        self.batch = []
        self.status = {}
        self.roots = [{"path": "/photos", "uri": "file:///photos", "source": "photos", "state": "online", "photos": 0, "videos": 0}]
        self.answers = {}
        self.is_deaf = False
        self.absent = set()
        self.broken = set()
        self.screen = None
        self.state = {"root": None, "modals": [], "overlays": [], "defaultOptions": {}, "nextNumber": 1, "running": None, "waiting": []}
        self.said = []
        self.told = []
        self.streams = 0
        self.asked_as = []
        self.local = {}
        self.clock = 1
        self.pages = []
        self.holding = []
        self.is_told = threading.Event()
        self.is_told.set()
        self.lock = threading.Lock()
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                outer.handle(self)

            do_POST = do_GET

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.base = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.is_told.set()
        for held in self.holding:
            held.release()
            held.end()
        for page in self.pages:
            page.put(None)
        self.server.shutdown()
        self.server.server_close()

    def month(self, key, ids):
        self.lists["photos", key] = list(ids)

    def hold(self, command, **keys):
        """The next answer of a command, with such keys where some are said, is made when it is asked for and sent when it is released."""
        held = Held()
        held.wants = (command, keys)
        with self.lock:
            self.holding.append(held)
        return held

    def refuse(self, command, name="argument"):
        """The command fails from now on."""
        self.refused[command] = name

    def tell(self, **event):
        """An event to all pages."""
        self.clock += 1
        if "told" in event:
            self.told.append(event["told"])
        event = {**event, "clock": f"c:1:{self.clock}"}
        for page in list(self.pages):
            page.put(event)

    # Answers

    def item(self, id):
        number = int(id.rsplit("/", 1)[-1])
        return {"id": id, "type": "photo", "localTime": f"2016-11-{number % 28 + 1:02}T10:00:00", "group": None, "filename": f"IMG_{number:06}.jpg",
                "width": 400, "height": 300, "size": 1000 + number, "modified": 1480327200000, "mimeType": "image/jpeg", "state": "ok", **self.about.get(id, {})}

    def page(self, command, words, keys):
        name = (command, *(words or (["all"] if keys.get("all") else ["other"] if keys.get("other") else [])))
        if name not in self.lists:
            if command == "group":
                raise KeyError(f"no such group: {words}")
            self.lists[name] = []
        limit, offset = int(keys.get("limit", 20)), int(keys.get("offset", 0))
        if not 1 <= limit <= 1000:
            raise ValueError(f"limit={limit} is none; write 1 to 1000")
        ids = self.lists[name]
        shown = [self.item(id) for id in ids[offset:offset + limit]]
        return [*shown, {"page": {"offset": offset, "count": len(shown), "total": len(ids), "hasMore": offset + limit < len(ids), "firstUnviewed": None}}]

    def lines(self, command, words, keys, ids):
        if command in self.refused:
            raise {"no-such": KeyError, "unreachable": ConnectionError}.get(self.refused[command], ValueError)("it cannot be done today,\nand not tomorrow")
        if command in ("photos", "group", "favorites", "find"):
            return self.page(command, words, keys)
        if command == "months":
            months = [(name[1], ids) for name, ids in self.lists.items() if name[0] == "photos" and len(name) > 1 and name[1] != "all" and ids]
            return [{"monthKey": key, "year": int(key[:4]), "month": int(key[5:]), "totalCount": len(ids), "photoCount": len(ids), "videoCount": 0, "cover": ids[0]}
                    for key, ids in sorted(months, reverse=True)]
        if command == "groups":
            return [{"group": name[1], "folder": name[1], "totalCount": len(ids), "photoCount": len(ids), "videoCount": 0}
                    for name, ids in self.lists.items() if name[0] == "group" and ids]
        if command == "roots":
            return self.roots
        if command == "import":
            return [{"batch": "20161128-0002"}, *({"path": word, "result": "ok", "toUri": f"file:///photos/{word}"} for word in words), {"batch": "20161128-0002", "ok": len(words)}]
        if command == "batch":
            return self.batch
        if command == "status":
            return [self.status]
        if command in ("items", "photo"):
            return [self.item(id) for id in ids or words]
        if command in ("edit", "trash"):
            self.posted.append((command, keys, ids))
            lines = [{"id": id, "result": "ok", **self.results.get(id, {})} for id in ids]
            sums = {sum: [line["result"] for line in lines].count(result) for sum, result in
                    (("ok", "ok"), ("unchanged", "unchanged"), ("pending", "pending"), ("errors", "error"))}
            return [{"batch": "20161128-0001"}, *lines, {"batch": "20161128-0001", **sums}]
        return self.answers.get(command, [])

    def handle(self, request):
        url = urlsplit(request.path)
        body = request.rfile.read(int(request.headers.get("Content-Length") or 0)).decode(errors="replace")
        if url.path == "/events":
            self.stream(request)
        elif url.path.startswith("/screen/"):
            self.hear(request, url, body)
        elif url.path.startswith("/local/"):
            kind, text = self.local.get(unquote(url.path.removeprefix("/local/")), (None, ""))
            self.send(request, 200 if kind else 404, kind or "text/plain", text.encode())
        elif url.path == "/gallery":
            self.send(request, 200, "application/json", json.dumps({"version": "0", "readOnly": False, "map": False}).encode())
        elif url.path == "/upload":
            self.send(request, 201, "application/json", json.dumps({"path": f"/uploads/{parse_qs(url.query)['name'][0]}", "set": "1"}).encode())
        elif url.path.startswith("/page/"):
            if url.path.removeprefix("/page/") in self.absent:
                return
            if url.path.removeprefix("/page/") in self.broken:
                return self.send(request, 200, "text/javascript", b"throw new Error('broken');")
            file = PAGE / url.path.removeprefix("/page/")
            if not file.is_file():
                return self.send(request, 404, "text/plain", b"")
            self.send(request, 200, TYPES.get(file.suffix, "text/plain"), file.read_bytes())
        elif url.path.startswith("/api/"):
            self.command(request, url, body)
        elif url.path.startswith(("/thumbnail/", "/preview/", "/original/")):
            self.send(request, 200, "image/svg+xml", b'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30" fill="teal"/></svg>')
        else:
            self.send(request, 200, "text/html", (PAGE / "index.html").read_bytes())

    def command(self, request, url, body):
        asked = parse_qs(url.query, keep_blank_values=True)
        words = asked.pop("word", [])
        keys = {key: values[-1] for key, values in asked.items()}
        command = unquote(url.path.removeprefix("/api/"))
        with self.lock:
            self.asked.append((command, keys))
            held = next((held for held in self.holding if not held.made.is_set() and held.wants[0] == command
                         and all(keys.get(key) == value for key, value in held.wants[1].items())), None)
            try:
                status, lines = 200, self.lines(command, words, keys, body.split())
            except KeyError as failure:
                status, lines = 404, [{"code": 50, "name": "no-such", "command": command, "message": failure.args[0]}]
            except ValueError as failure:
                status, lines = 400, [{"code": 2, "name": "argument", "command": command, "message": str(failure)}]
            except ConnectionError as failure:
                status, lines = 503, [{"name": "unreachable", "message": str(failure)}]
            if held:
                held.made.set()
        if held:
            held.let_go.wait(60)
            if held.is_cut:
                return
            if held.is_lost:
                status, lines = 503, [{"name": "unreachable", "message": "photod has gone"}]
        missing = 0
        if held and held.break_off:
            count, refusal = held.break_off
            lines = [*lines[:count], *([{"error": refusal}] if refusal else [])]
            missing = 0 if refusal else 1
        self.send(request, status, "application/x-ndjson", "".join(json.dumps(line) + "\n" for line in lines).encode(), missing)
        if missing:
            held.is_over.wait(60)

    def hear(self, request, url, body):
        """What a page says of its screen: its machine is told of it as the gallery's is, and refuses by itself."""
        if url.path != f"/screen/{self.screen}" or parse_qs(url.query).get("stream") != [str(self.streams)]:
            return self.send(request, 409, "application/json", b"{}")
        if self.is_deaf:
            return
        said = json.loads(body)
        self.said.append(said)
        if "constants" not in said:
            self.tell(event="screen", told=said)
        self.send(request, 204, "text/plain", b"")

    def restore(self):
        """What a page of the screen is told first."""
        self.streams += 1
        return {"event": "screen", "screen": self.screen, "stream": self.streams, "restore": self.state, "clock": f"c:1:{self.clock}"}

    def stream(self, request):
        events = queue.Queue()
        if self.screen:
            self.asked_as.append(parse_qs(urlsplit(request.path).query).get("screen", [None])[0])
            events.put({"event": "ready", "clock": f"c:1:{self.clock}"})
        try:
            request.send_response(200)
            request.send_header("Content-Type", "text/event-stream")
            request.end_headers()
            self.is_told.wait(60)
            self.pages.append(events)
            event = self.restore() if self.screen else {"event": "ready", "clock": f"c:1:{self.clock}"}
            while event is not None:
                request.wfile.write(f"id: {event['clock']}\ndata: {json.dumps(event)}\n\n".encode())
                request.wfile.flush()
                event = events.get()
        except OSError:
            pass
        finally:
            if events in self.pages:
                self.pages.remove(events)

    def send(self, request, status, kind, body, missing=0):
        try:
            request.send_response(status)
            request.send_header("Content-Type", kind)
            request.send_header("Content-Length", str(len(body) + missing))
            request.end_headers()
            request.wfile.write(body)
        except OSError:
            pass
