"""The page's pure modules, tested by modules of their own in the browser that runs them."""

import http.server
import threading
import unittest
from pathlib import Path

from case import browser as shared

HERE = Path(__file__).resolve().parent
PAGE = HERE.parent.parent / "Sources" / "Gallery" / "Page"


class Files(http.server.SimpleHTTPRequestHandler):
    def translate_path(self, path):
        path = path.split("?")[0]
        root = PAGE if path.startswith("/page/") else HERE / "modules"
        return str(root / path.removeprefix("/page/").lstrip("/"))

    def log_message(self, *_):
        pass


class ModuleTests(unittest.TestCase):
    def test_each_module_does_what_its_tests_say(self):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Files)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        browser = shared()
        browser.go(f"http://127.0.0.1:{server.server_address[1]}/index.html")
        results = browser.driver.execute_async_script("""
            const done = arguments[0];
            import('/all.js').then(() => import('/check.js')).then(({ run }) => run()).then(done, (failure) => done(String(failure.stack)));""")
        self.assertIsInstance(results, list, results)
        self.assertGreater(len(results), 40)
        for result in results:
            with self.subTest(result["name"]):
                self.assertIsNone(result["failure"])
