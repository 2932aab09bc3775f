"""What changes on the disk changes on screen, without a reload."""

from browser import Keys
from case import GalleryCase
from library import picture


class LiveTests(GalleryCase):
    def stamp(self):
        """A mark that a reload would take away."""
        self.browser.run("window.stamp = 'kept'")

    def assertNotReloaded(self):
        self.assertEqual(self.browser.run("return window.stamp"), "kept")

    def test_a_photo_that_is_dropped_into_a_folder_appears_and_goes(self):
        self.go("/month/2016-08")
        self.browser.until_tiles(3)
        self.stamp()
        added = self.library.photos / "new" / "IMG_20160831_101500.jpg"
        picture(added, 200)
        self.browser.until(lambda: len(self.browser.tiles()) == 4, "it does not appear")
        self.browser.until_text("4 items")
        added.unlink()
        self.browser.until(lambda: len(self.browser.tiles()) == 3, "it does not go")
        self.assertNotReloaded()

    def test_counts_and_new_months_follow(self):
        self.go("/months")
        self.browser.one("[data-month='2016-08']")
        self.stamp()
        added = self.library.photos / "new" / "IMG_20200229_101500.jpg"
        picture(added, 201)
        self.browser.until(lambda: self.browser.texts(".card")[0] == "February\n1 photo", "the month does not appear")
        added.unlink()
        self.browser.until(lambda: not self.browser.all("[data-month='2020-02']"), "the month does not go")
        self.assertNotReloaded()

    def test_the_timeline_and_the_folders_follow(self):
        for address, selector in (("/all", ".grid-heading"), ("/folders", ".card")):
            with self.subTest(address):
                self.go(address)
                self.browser.one(selector)
                before = self.browser.texts(selector)
                added = self.library.photos / "new" / "IMG_20210115_101500.jpg"
                picture(added, 202)
                self.browser.until(lambda: self.browser.texts(selector) != before, "nothing follows")
                added.unlink()
                self.browser.until(lambda: self.browser.texts(selector) == before, "it does not go again")

    def test_the_page_outlives_a_daemon_that_stops_and_starts(self):
        self.go("/month/2016-08")
        self.browser.until_tiles(3)
        self.stamp()
        self.library.stop()
        self.browser.until_text("photod does not answer")
        self.assertEqual(len(self.browser.tiles()), 3)
        self.browser.picture("daemon-away")
        self.go_within("/folders")
        self.browser.until_text("Try again")
        self.library.start()
        self.browser.one("[data-folder='=Beach trip']", seconds=40)
        self.browser.until(lambda: not self.browser.one(".unreachable").is_displayed(), "the notice stays")
        self.assertNotReloaded()

    def go_within(self, address):
        self.browser.one(f"#navigation a[href='{address}']").click()

    def test_the_keys_lead_to_screens(self):
        self.go("/months")
        self.browser.one(".card")
        for keys, path in (("ga", "/all"), ("gf", "/folders"), ("gh", "/favorites"), ("?", "/shortcuts"), ("/", "/search")):
            self.browser.press(*keys)
            self.browser.until(lambda: self.browser.path == path, f"{keys} does not lead to {path}")
            self.browser.one(".screen")
        self.browser.press(Keys.ESCAPE)
