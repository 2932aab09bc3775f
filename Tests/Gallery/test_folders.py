"""Folders by description, and what a description may hold."""

import subprocess

from case import GalleryCase
from library import describe

HTML = '<img src=x onerror="document.title=1"><script>document.title=2</script><b>bold</b>'


class FoldersTests(GalleryCase):
    def test_folders_have_counts_and_other_stands_apart(self):
        self.go("/folders")
        self.browser.one(".card")
        names = self.browser.texts(".card-name")
        self.assertEqual(names[-1], "Other")
        self.assertIn("Beach trip", names)
        self.assertIn("Übung am Rhein", names)
        self.assertEqual(self.browser.texts(".cards-heading"), ["Without a description"])
        self.browser.until(lambda: "11 photos" in self.browser.text(), "the count of Beach trip is missing")

    def test_a_folder_opens_its_photos(self):
        self.go("/folders")
        self.browser.one("[data-folder='=Beach trip']").click()
        self.assertEqual(len(self.browser.until_tiles(11)), 11)
        self.browser.until_text("11 items")
        self.browser.one(".back").click()
        self.browser.one("[data-folder='=Beach trip']")

    def test_other_opens_what_has_no_description(self):
        self.go("/folder?other=1")
        self.browser.until_tiles(20)
        self.assertEqual(self.browser.texts("h1"), ["Other"])

    def test_a_description_full_of_html_is_text(self):
        self.go("/folders")
        self.browser.one(".card")
        self.assertIn(HTML, self.browser.texts(".card-name"))
        self.browser.run("[...document.querySelectorAll('.card')].find((card) => card.title.startsWith('<img')).click()")
        self.browser.until_tiles(1)
        self.assertEqual(self.browser.texts("h1"), [HTML])
        self.assertEqual(self.browser.driver.title, f"{HTML} · Photos")
        self.assertIn(HTML, self.browser.tile(0).get_attribute("aria-label"))
        self.assertEqual(self.browser.all("main b, main script, main img[src=x]"), [])
        self.assertNothingWrong()

    def test_long_names_are_cut_and_can_be_read_whole(self):
        self.go("/folders")
        self.browser.one(".card")
        for card in self.browser.all(".card"):
            self.assertLess(card.rect["height"], 320)
        long = self.browser.one(".card[title^='A description that goes on']")
        self.assertGreater(len(long.get_attribute("title")), 300)

    def test_nothing_is_seen_through_a_cover_that_is_translucent(self):
        path = self.library.photos / "odd" / "glass.png"
        subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "color=c=teal@0.1:s=64x64:d=1,format=rgba", "-frames:v", "1", "-y", str(path)], stdin=subprocess.DEVNULL, check=True)
        describe(path, "Glass")
        self.addCleanup(self.library.ask, "sync")
        self.addCleanup(path.unlink)
        self.library.ask("sync")
        self.go("/folders")
        self.browser.one("[data-folder='=Glass'] .card-cover img.there")
        icon = self.browser.one("[data-folder='=Glass'] .card-cover .icon")
        self.assertFalse(icon.is_displayed())
        self.browser.picture("folder-translucent")

    def test_a_folder_that_is_not_there_says_so(self):
        self.go("/folder?name=Baech+trip")
        self.browser.until_text("Beach trip?")
