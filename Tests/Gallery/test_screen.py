"""A page as a screen: how it joins a gallery, which the test makes up, and what it makes of random trees."""

import json
import os
import statistics
import subprocess

from browser import PHONE
from library import BUILD
from screens import ScreenCase, component, stack, text

FIRST = int(os.environ.get("PHOTOD_TEST_SEED", "1"))
SEQUENCES = 400 if "PHOTOD_SOAK_SECONDS" in os.environ else 20


class JoiningTests(ScreenCase):
    def test_a_page_without_screens_is_the_gallery(self):
        self.gallery.screen = None
        self.go("/")
        self.browser.one(".card")
        self.browser.until(lambda: self.gallery.pages, "it does not listen")
        self.assertFalse(self.browser.all("#display"))
        self.assertNothingWrong()

    def test_a_screen_on_which_nothing_was_opened_is_the_gallery(self):
        self.open()
        self.browser.one(".card")
        self.assertFalse(self.browser.all("#display"))
        self.assertEqual(self.gallery.asked_as, ["hall"])
        self.assertNothingWrong()

    def test_the_page_says_how_large_it_is_and_again_when_that_changes(self):
        self.open()
        self.assertEqual(self.gallery.said[0]["constants"], {
            "width": 1440, "height": 900, "statusBarHeight": 0, "topBarHeight": 56, "bottomTabsHeight": 56, "pixelRatio": 1, "orientation": "landscape"})
        self.browser.window(PHONE)
        self.until_said(lambda said: said.get("constants", {}).get("orientation") == "portrait")

    def test_a_name_that_the_gallery_gives_is_kept_by_the_tab(self):
        self.gallery.screen = "screen1"
        self.browser.go(self.gallery.base + "/gallery")
        self.browser.run("sessionStorage.clear()")
        self.open("/")
        self.go("/month/2016-11")
        self.browser.until(lambda: len(self.gallery.asked_as) == 2, "it does not listen anew")
        self.assertEqual(self.gallery.asked_as, [None, "screen1"])

    def test_whoever_loses_its_name_takes_another(self):
        self.open()
        self.gallery.screen = "screen2"
        self.gallery.tell(event="screen", taken=True)
        self.browser.until(lambda: len(self.gallery.asked_as) == 2, "it does not ask for another name")
        self.assertEqual(self.gallery.asked_as, ["hall", None])
        self.browser.until(lambda: self.browser.run("return sessionStorage.getItem('screen')") == "screen2", "it has no other name")

    def test_a_tree_is_there_again_when_the_page_is_loaded_anew(self):
        self.gallery.state = {**self.gallery.state, "root": stack("root", text("First", "a"), text("Second", "b")), "modals": [text("Over it", "c", {"modal": {"presentationStyle": "formSheet"}})]}
        self.open()
        self.until_said(lambda said: said.get("finished") == "restore")
        self.assertTrue(self.shown("b") and self.shown("c"))
        self.assertFalse(self.browser.one("#main").is_displayed())
        self.browser.driver.refresh()
        self.browser.until(lambda: sum(said.get("finished") == "restore" for said in self.gallery.said) == 2, "it was not there again")
        self.assertTrue(self.shown("b") and self.shown("c"))
        self.assertNothingWrong()

    def test_what_was_under_way_and_what_waits_is_done_by_the_page_that_comes(self):
        self.gallery.state = {**self.gallery.state, "root": stack("root", text("First", "a")), "running": "7", "waiting": [
            {"command": "push", "commandId": "8", "componentId": "root", "layout": text("Second", "b")}]}
        self.open()
        self.until_said(lambda said: said.get("finished") == "7")
        self.until_said(lambda said: said.get("finished") == "8")
        self.assertTrue(self.shown("b"))

    def test_something_that_was_under_way_on_an_empty_screen_is_finished(self):
        self.gallery.state = {**self.gallery.state, "running": "7", "waiting": [{"command": "setRoot", "commandId": "8", "root": text("First", "a")}]}
        self.open()
        self.until_said(lambda said: said.get("finished") == "8")
        self.assertIn("7", [said.get("finished") for said in self.gallery.said])

    def test_what_is_the_same_in_a_tree_that_is_sent_again_stays_as_it_is(self):
        self.open()
        self.do("setRoot", root=stack("root", component("month", "m", month="2016-11")))
        self.browser.until_tiles(20)
        self.browser.run("document.querySelector('.display-scroller').marked = true")
        self.gallery.state = {**self.gallery.state, "root": stack("root", component("month", "m", month="2016-11"), text("Over it", "t"))}
        self.gallery.tell(**self.gallery.restore())
        self.until_said(lambda said: said.get("finished") == "restore")
        self.assertTrue(self.shown("t"))
        self.assertTrue(self.browser.run("return document.querySelector('[data-node=m] .display-scroller').marked"))

    def test_what_was_told_while_the_code_for_it_was_not_to_be_had_is_shown_when_it_is(self):
        self.open()
        self.gallery.absent.add("display/display.js")
        self.command("setRoot", root=stack("root", text("First", "a")))
        self.browser.until(lambda: any("display.js" in complaint for complaint in self.browser.complaints()), "it is not asked for")
        self.gallery.absent.clear()
        self.do("push", componentId="root", layout=text("Second", "b"))
        self.assertTrue(self.shown("b"))

    def test_what_the_gallery_may_not_have_heard_is_said_anew(self):
        self.open_deaf()
        self.gallery.state = {**self.gallery.state, "root": text("Here", "a"), "running": "1"}
        self.browser.run("runOut()")
        self.browser.until(lambda: len(self.gallery.asked_as) == 2, "it does not ask how things stand")
        self.gallery.is_deaf = False
        self.browser.run("runOut()")
        self.until_said(lambda said: said.get("finished") == "1")

    def test_what_is_to_be_said_over_another_stream_is_said_there(self):
        self.open_deaf()
        self.gallery.state = {**self.gallery.state, "root": text("Here", "a"), "running": "1"}
        self.browser.run("sessionStorage.removeItem('screen')")
        self.gallery.tell(**self.gallery.restore())
        self.browser.until(lambda: self.browser.run("return sessionStorage.getItem('screen')"), "it does not hear how things stand")
        self.gallery.is_deaf = False
        self.browser.run("runOut()")
        self.until_said(lambda said: said.get("finished") == "1")
        self.assertEqual(len(self.gallery.asked_as), 1)

    def open_deaf(self):
        """Something is shown that the gallery has not heard of; `runOut()` ends the waiting for it."""
        self.open()
        self.browser.run("""
            const { timeout } = AbortSignal;
            AbortSignal.timeout = (time) => {
                if (time !== 10_000) return timeout.call(AbortSignal, time);
                const stop = new AbortController();
                window.runOut = () => stop.abort(new DOMException('', 'TimeoutError'));
                return stop.signal;
            };""")
        self.gallery.is_deaf = True
        self.command("setRoot", root=text("Here", "a"))
        self.browser.until(lambda: self.browser.all("[data-node=a]") and self.browser.run("return window.runOut !== undefined"), "nothing is shown")

    def test_a_tree_that_was_forgotten_gives_way_to_the_gallery(self):
        self.open()
        self.do("setRoot", root=text("Here", "a"))
        self.gallery.tell(**self.gallery.restore())
        self.browser.until(lambda: self.browser.one("#main").is_displayed(), "the gallery is not back")
        self.assertFalse(self.browser.all("[data-node]"))
        self.browser.one(".card").click()
        self.browser.until_tiles(1)


class RandomTests(ScreenCase):
    """What is on screen is what the tree says, whatever happens."""

    def setUp(self):
        super().setUp()
        self.nothing = self.gallery.state

    def components(self, more=""):
        return sorted(self.browser.run(f"return [...document.querySelectorAll('.display-component')].filter((one) => true {more}).map((one) => one.dataset.node)"))

    def test_random_sequences_leave_on_screen_what_the_tree_says(self):
        self.gallery.local["signs/a.jpg"] = ("image/svg+xml", '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="3"/>')
        sequences = subprocess.run([BUILD / "navigation-trial", str(FIRST), str(SEQUENCES), "16"], check=True, capture_output=True, text=True).stdout
        for calm in (True, False):
            self.browser.window(calm=calm)
            for line in sequences.splitlines():
                trial = json.loads(line)
                with self.subTest(seed=trial["seed"], calm=calm):
                    self.gallery.state = self.nothing
                    self.open()
                    for said in trial["inputs"]:
                        # When it is done, and that there is another page, this page says itself.
                        if "finished" not in said and "launched" not in said:
                            self.gallery.tell(event="screen", told=said)
                    self.until_idle()
                    machine = self.machine()
                    on_screen = "&& !one.closest('.display-hidden, .display-covered')"
                    self.browser.until(lambda: self.components(on_screen) == machine["visible"], f"not {machine['visible']} but {self.components(on_screen)} are on screen")
                    self.browser.until(lambda: self.components() == machine["made"], f"not {machine['made']} but {self.components()} are there")
                    # The same sent again changes nothing, and what is on screen stays the same element.
                    self.browser.run("for (const one of document.querySelectorAll('.display-component')) one.wasThere = true")
                    self.gallery.state = {**machine["json"], "waiting": []}
                    self.gallery.tell(**self.gallery.restore())
                    if machine["visible"]:
                        self.until_said(lambda said: said.get("finished") == "restore")
                        self.assertEqual(self.components(f"{on_screen} && one.wasThere"), machine["visible"])
                    self.assertEqual([one for one in self.browser.complaints() if "404" not in one], [])


class QuickTests(ScreenCase):
    def test_what_is_pushed_is_there_in_a_moment(self):
        self.open()
        self.do("setRoot", root=stack("s", text("First", "a")))
        for name, layout in (("text", text("Second", "b")), ("photo", component("photo", "b", id="L/3", **{"in": "month:2016-11"})), ("month", component("month", "b", month="2016-11"))):
            times = []
            for _ in range(9):
                times.append(self.do("push", componentId="s", layout=layout))
                self.do("pop", componentId="s")
            with self.subTest(name):
                self.assertLess(statistics.median(times), 100, times)
