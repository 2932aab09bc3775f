"""The page's machine of navigation and the Swift module's come to the same."""

import http.server
import json
import os
import subprocess
import threading
import unittest
from concurrent.futures import ThreadPoolExecutor

from case import browser as shared
from library import BUILD
from test_modules import HERE, Files

# `make soak` says how long to go on; then there are more.
SEQUENCES, STEPS, PART = 10000 if "PHOTOD_SOAK_SECONDS" in os.environ else 2000, 14, 500
# Other ones with each change, and the same when a run is repeated.
FIRST = int(os.environ.get("PHOTOD_TEST_SEED", "1"))
DOCUMENT = HERE.parent.parent / "docs" / "navigation.md"


class NavigationTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Files)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        cls.addClassCleanup(server.server_close)
        cls.addClassCleanup(server.shutdown)
        cls.browser = shared()
        cls.browser.go(f"http://127.0.0.1:{server.server_address[1]}/index.html")

    def said(self, *arguments):
        return subprocess.run([BUILD / "navigation-trial", *map(str, arguments)], check=True, capture_output=True, text=True).stdout

    def ask(self, function, *arguments):
        answer = self.browser.driver.execute_async_script("""
            const [name, values, done] = arguments;
            import('/navigation-trials.js').then((module) => module[name](...values)).then((value) => done({ value }), (failure) => done({ failure: String(failure.stack) }));
            """, function, arguments)
        self.assertNotIn("failure", answer, answer)
        return answer["value"]

    def test_random_sequences_give_the_same_tree_and_events(self):
        # While the browser compares, the next ones are made.
        with ThreadPoolExecutor(1) as pool:
            for lines in pool.map(lambda seed: self.said(seed, PART, STEPS), range(FIRST, FIRST + SEQUENCES, PART)):
                self.assertIsNone(self.ask("difference", lines))

    def test_long_sequences_do_too(self):
        self.assertIsNone(self.ask("difference", self.said(FIRST + SEQUENCES, 20, 1000)))

    def test_both_know_the_same_options_commands_gestures_and_components(self):
        self.assertEqual(self.ask("tables"), self.ask("canonical", json.loads(self.said("tables"))))

    def test_the_examples_of_the_contract_hold(self):
        self.assertIsNone(self.ask("misquoted", DOCUMENT.read_text(encoding="utf-8")))
