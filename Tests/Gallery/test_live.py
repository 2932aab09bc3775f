"""What changes on the disk changes on screen, without a reload."""

import shutil

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

    def test_what_could_not_be_shown_while_the_daemon_was_away_is_shown_when_it_is_back(self):
        photo = next(line["id"] for line in self.library.ask("photos 2016-08 fields=id") if "id" in line)
        for address, complaint, selector in ((f"/photo/{photo}", "The photo cannot be shown", ".slide-picture"),
                                             ("/import", "photod does not answer", ".drop-zone"), ("/map", "photod does not answer", ".world")):
            with self.subTest(address):
                self.library.stop()
                try:
                    self.go(address)
                    self.browser.one(".empty")
                    self.browser.until_text(complaint)
                    self.stamp()
                finally:
                    self.library.start()
                self.browser.one(selector, seconds=40)
                self.assertEqual(self.browser.all(".empty"), [])
                self.assertNotReloaded()

    def test_a_photo_that_is_come_to_while_the_daemon_is_away_is_shown_when_it_is_back(self):
        self.go("/month/2016-08")
        self.browser.until_tiles(3)
        self.browser.tile(0).click()
        self.browser.until(lambda: "1 of 3" in self.browser.texts(".viewer-place"), "it is not said where the photo stands")
        self.library.stop()
        try:
            self.browser.until_text("photod does not answer")
            self.browser.press(Keys.ARROW_RIGHT)
            self.browser.until(lambda: "2 of 3" in self.browser.texts(".viewer-place"), "it does not step on")
            self.browser.press(Keys.ARROW_RIGHT)
            self.browser.until_text("This picture cannot be shown")
        finally:
            self.library.start()
        self.browser.until(lambda: not self.browser.all(".slide-problem"), "it is not shown", 40)
        self.browser.until(lambda: self.looks(".strip .slide-picture"), "the photo does not come")

    # The shape of the first picture that is there: "wide" or "high".
    def looks(self, selector):
        return self.browser.run("""
            const image = [...document.querySelectorAll(arguments[0])].find((one) => one.complete && one.naturalWidth > 0);
            return image ? (image.naturalWidth > image.naturalHeight ? 'wide' : 'high') : null;""", selector)

    def until_it_looks(self, how, selector):
        self.browser.until(lambda: self.looks(selector) == how, f"it looks {self.looks(selector)} and not {how}", 40)

    def test_a_photo_that_is_rewritten_in_as_many_bytes_is_shown_as_it_is(self):
        photo = self.library.photos / "new" / "IMG_20190105_101500.jpg"
        made = self.library.folder / "card" / "made.jpg"
        self.addCleanup(made.unlink)
        contents = {}
        for how, size in (("wide", (320, 240)), ("high", (240, 320))):
            picture(made, 204, size)
            contents[how] = made.read_bytes()
        length = max(map(len, contents.values()))

        def write(how):
            photo.write_bytes(contents[how].ljust(length, b"\0"))

        photo.parent.mkdir(exist_ok=True)
        self.addCleanup(self.library.ask, "sync")
        self.addCleanup(photo.unlink)
        write("wide")
        self.library.ask("sync")
        tile, slide, cover = ".tile img", ".slide-picture", "[data-month='2019-01'] .card-cover img"
        with self.subTest("in a list"):
            self.go("/month/2019-01")
            self.until_it_looks("wide", tile)
            write("high")
            self.until_it_looks("high", tile)
        with self.subTest("after a reload"):
            self.go("/month/2019-01")
            self.until_it_looks("high", tile)
        with self.subTest("in the viewer"):
            self.browser.tile(0).click()
            self.until_it_looks("high", slide)
            write("wide")
            self.until_it_looks("wide", slide)
            self.until_it_looks("wide", ".slide-tile")
        with self.subTest("as a cover"):
            self.go("/months")
            self.until_it_looks("wide", cover)
            write("high")
            self.until_it_looks("high", cover)
        for address, selector in (("/months", cover), ("/month/2019-01", tile)):
            with self.subTest("while photod was away", address=address):
                self.go(address)
                before = self.browser.until(lambda: self.looks(selector), "it does not come")
                self.browser.until(lambda: self.browser.run("return document.readyState === 'complete'"))
                self.library.stop()
                try:
                    self.browser.until_text("photod does not answer")
                    write("wide" if before == "high" else "high")
                finally:
                    self.library.start()
                self.until_it_looks("wide" if before == "high" else "high", selector)

    def test_a_disk_that_comes_back_is_noticed(self):
        photo = self.library.photos / "new" / "IMG_20190205_101500.jpg"
        picture(photo, 205)
        self.addCleanup(self.library.ask, "sync")
        self.addCleanup(photo.unlink)
        self.library.ask("sync")
        id = self.library.ask("photos 2019-02 fields=id")[0]["id"]
        for address, missing, there in (("/month/2019-02", ".tile.broken", ".tile img.there"), (f"/photo/{id}", ".slide-problem", ".strip .slide-picture")):
            with self.subTest(address):
                with self.library.offline():
                    # Behind what another page has asked for just now.
                    shutil.rmtree(self.library.folder / "cache" / "thumbnails", ignore_errors=True)
                    self.browser.driver.execute_cdp_cmd("Network.clearBrowserCache", {})
                    self.go(address)
                    self.browser.one(missing, seconds=30)
                    self.stamp()
                self.browser.until(lambda: self.looks(there), "the photo does not come", 40)
                self.assertEqual(self.browser.all(missing), [])
                self.assertNotReloaded()

    def test_a_photo_that_is_on_screen_stays_while_its_disk_is_away(self):
        id = self.library.ask("photos 2016-08 fields=id")[0]["id"]
        self.go(f"/photo/{id}")
        self.browser.until(lambda: self.looks(".strip .slide-picture"), "the photo does not come")
        self.browser.run("document.querySelector('.slide-picture').stamp = 'kept'")
        with self.library.offline():
            self.browser.pass_frames(20)
            self.assertEqual(self.browser.run("return document.querySelector('.slide-picture')?.stamp"), "kept")
        self.browser.pass_frames(20)
        self.assertEqual(self.browser.run("return document.querySelector('.slide-picture')?.stamp"), "kept")

    def test_who_looks_at_a_photo_that_leaves_its_list_goes_on_in_the_list(self):
        ids = [line["id"] for line in self.library.ask("photos 2016-08 fields=id") if "id" in line]
        for month in ("2016-09", "2016-07"):
            with self.subTest(month):
                self.go(f"/photo/{ids[1]}?in=month%3A2016-08")
                self.browser.until(lambda: "2 of 3" in self.browser.texts(".viewer-place"), "it is not said where the photo stands")
                batches = [self.library.ask(f"edit {ids[1]} date={month}-10T10:00:00 write=index")[0]["batch"]]
                try:
                    self.browser.until(lambda: "2 of 2" in self.browser.texts(".viewer-place"), "the list has lost none")
                    # Another one of the list leaves it, too.
                    batches.append(self.library.ask(f"edit {ids[0]} date={month}-11T10:00:00 write=index")[0]["batch"])
                    self.browser.until(lambda: "1 of 1" in self.browser.texts(".viewer-place"), "the list has lost one")
                    self.browser.driver.refresh()
                    self.browser.until(lambda: "1 of 1" in self.browser.texts(".viewer-place"), "it is not said where the photo stands")
                    self.browser.press(Keys.ARROW_RIGHT)
                    self.browser.until(lambda: self.browser.path.startswith(f"/photo/{ids[2]}"), "the arrow does not lead on")
                finally:
                    for batch in reversed(batches):
                        self.library.ask(f"undo {batch}")
        self.assertNothingWrong()

    def test_a_photo_of_a_month_that_is_none_is_shown_by_itself(self):
        id = self.library.ask("photos 2016-08 fields=id")[0]["id"]
        self.go(f"/photo/{id}?in=month%3A2026-99")
        self.browser.until(lambda: self.looks(".strip .slide-picture"), "the photo does not come")
        self.browser.press(Keys.ARROW_RIGHT)
        self.browser.pass_frames(20)
        self.assertEqual(self.browser.texts(".viewer-place"), [""])
        self.assertNothingWrong()

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
