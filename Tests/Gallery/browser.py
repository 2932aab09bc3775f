"""Chromium without a window, and what the tests ask of it."""

import os
import shutil
import subprocess
import time
from pathlib import Path

from axe_selenium_python import Axe
from selenium import webdriver
from selenium.common.exceptions import JavascriptException, StaleElementReferenceException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

PICTURES = os.environ.get("GALLERY_SCREENSHOTS")
DESKTOP, PHONE = (1440, 900), (390, 844)


class Browser:
    def __init__(self):
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium")
        arguments = ["--headless=new", "--disable-gpu", "--hide-scrollbars",
                     "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream", "--disable-dev-shm-usage"]
        if os.geteuid() == 0:
            arguments.append("--no-sandbox")
        for argument in arguments:
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
        self.driver.set_script_timeout(30)
        self.driver.execute_cdp_cmd("Emulation.setLocaleOverride", {"locale": "en-GB"})
        self.window()

    def close(self):
        self.driver.quit()

    def window(self, size=DESKTOP, dark=False, calm=True):
        """How large the window is, and what its user prefers."""
        width, height = size
        phone = width < 600
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 2 if phone else 1, "mobile": phone})
        self.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": phone})
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if calm else "no-preference"}]})

    def go(self, address):
        self.driver.get(address)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def before(self, script):
        """A script that runs in each page before its own; gives what ends that."""
        made = self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})
        return lambda: self.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", made)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector, seconds=15):
        """The element, which comes within some time."""
        return self.until(lambda: next(iter(self.all(selector)), None), f"no {selector}", seconds)

    def until(self, holds, about="it did not come to be", seconds=15):
        deadline = time.monotonic() + seconds
        while True:
            try:
                value = holds()
            except (StaleElementReferenceException, JavascriptException):
                value = None
            if value:
                return value
            if time.monotonic() > deadline:
                raise AssertionError(f"{about}; the page is {self.driver.current_url} and says: {self.text()[:600]}")
            self.await_change()

    def await_change(self):
        """Until something changes in the page; at most a tenth of a second, for what changes nothing there."""
        try:
            self.driver.execute_async_script("""
                const done = arguments[0];
                const end = () => {
                  observer.disconnect();
                  clearTimeout(timer);
                  done();
                };
                const observer = new MutationObserver(end);
                observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
                const timer = setTimeout(end, 100);""")
        except JavascriptException:
            # Another page has come, which is a change as well.
            pass

    def text(self):
        return self.run("return document.body.innerText")

    def texts(self, selector):
        return self.run("return [...document.querySelectorAll(arguments[0])].map((one) => one.innerText.trim())", selector)

    def until_text(self, text, seconds=15):
        return self.until(lambda: text in self.text(), f"“{text}” did not come", seconds)

    @property
    def path(self):
        return self.run("return location.pathname + location.search")

    def press(self, *keys, control=False, shift=False):
        chain = ActionChains(self.driver)
        if control:
            chain.key_down(Keys.CONTROL)
        if shift:
            chain.key_down(Keys.SHIFT)
        for key in keys:
            chain.send_keys(key)
        if shift:
            chain.key_up(Keys.SHIFT)
        if control:
            chain.key_up(Keys.CONTROL)
        chain.perform()

    def chain(self):
        return ActionChains(self.driver, duration=20)

    def tiles(self):
        """Ids of the photos that are on screen, in order."""
        return self.run("""return [...document.querySelectorAll('.screen:not(.beneath) .tile[data-id]')]
            .sort((a, b) => a.getAttribute('aria-posinset') - b.getAttribute('aria-posinset')).map((tile) => tile.dataset.id)""")

    def until_tiles(self, some=1):
        self.until(lambda: len(self.tiles()) >= some, f"{some} tiles did not come")
        return self.tiles()

    def until_pictures(self, seconds=30):
        """All pictures on screen are there, or known to be none."""
        self.until(lambda: self.run("""
            const seen = (one) => { const box = one.getBoundingClientRect(); return box.bottom > 0 && box.top < innerHeight && box.width > 0; };
            const covers = [...document.querySelectorAll('.card-cover[data-cover]')].filter((cover) => cover.dataset.cover && seen(cover));
            return document.readyState === 'complete'
                && ![...document.querySelectorAll('.tile.coming, .tile.waiting')].some(seen)
                && covers.every((cover) => cover.querySelector('img.there') || cover.classList.contains('broken'))
                && [...document.querySelectorAll('main img')].filter(seen).every((image) => image.complete);"""),
            "pictures did not come", seconds)
        self.driver.execute_async_script("const done = arguments[0]; setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 60)")

    def pass_frames(self, many=4):
        """What the page has to do with what has come is done."""
        self.driver.execute_async_script("""
            const [many, done] = arguments;
            const next = (left) => (left > 0 ? requestAnimationFrame(() => setTimeout(next, 0, left - 1)) : done());
            next(many);""", many)

    def pass_time(self, milliseconds):
        """What the page puts off for so long it has done, or does not do."""
        self.driver.execute_async_script("setTimeout(arguments[1], arguments[0])", milliseconds)

    def tile(self, number):
        """The tile at a place in the list, from 0."""
        return self.one(f".screen:not(.beneath) .tile[aria-posinset='{number + 1}'][data-id]")

    def selected(self):
        return self.run("return [...document.querySelectorAll('.tile[aria-selected=true]')].map((tile) => tile.dataset.id)")

    def picture(self, name):
        """Keeps a screenshot where they are wanted."""
        if PICTURES:
            Path(PICTURES).mkdir(parents=True, exist_ok=True)
            self.driver.save_screenshot(str(Path(PICTURES) / f"{name}.png"))

    def colour(self, x, y):
        """Red, green and blue of a pixel on screen."""
        shot = subprocess.run(["ffmpeg", "-v", "error", "-i", "-", "-vf", f"crop=1:1:{x}:{y}", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"],
                              input=self.driver.get_screenshot_as_png(), stdout=subprocess.PIPE, check=True)
        return tuple(shot.stdout)

    def complaints(self):
        """What went wrong in the page: exceptions, refusals by its own policy, files that are not there."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]

    def complaints_of_page(self):
        """What its scripts did not catch."""
        return [complaint for complaint in self.complaints() if "Uncaught" in complaint]

    def barriers(self, besides=()):
        """What axe finds wrong for those who see, hear or move otherwise, besides some of its rules."""
        axe = Axe(self.driver)
        axe.inject()
        found = []
        for violation in axe.run()["violations"]:
            if violation["id"] in besides:
                continue
            nodes = [f"{node['target']}: {node.get('failureSummary', '')}" for node in violation["nodes"][:3]]
            found.append(f"{violation['id']} ({violation['impact']}): {violation['help']}\n  " + "\n  ".join(nodes))
        return found
