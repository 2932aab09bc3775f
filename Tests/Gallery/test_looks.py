"""Every screen in light and dark, wide and narrow: a picture to be looked at, and nothing that axe calls an error."""

from browser import DESKTOP, PHONE
from case import GalleryCase

SCREENS = {
    "months": "/months", "month": "/month/2016-11", "month-long": "/month/2015-07", "month-odd": "/month/2014-05", "timeline": "/all",
    "folders": "/folders", "folder": "/folder?name=Beach+trip", "other": "/folder?other=1", "search": "/search",
    "found": "/search?q=beach", "nothing-found": "/search?q=zebra&from=2016-01-01&type=photo", "favourites": "/favorites", "shortcuts": "/shortcuts",
    "viewer": "/photo/PHOTO?in=month%3A2016-11", "viewer-video": "/photo/VIDEO?in=month%3A2016-11", "details": "/photo/PHOTO/details?in=month%3A2016-11",
    "map": "/map", "import": "/import", "history": "/batches", "status": "/status", "no-such-page": "/month/2016-13",
}


class LooksTests(GalleryCase):
    def test_screens(self):
        favourites = self.library.ask("edit " + " ".join(item["id"] for item in self.library.ask("photos 2016-11 limit=3 fields=id") if "id" in item) + " favorite=yes write=index")[0]["batch"]
        self.addCleanup(self.library.ask, f"undo {favourites}")
        places = {kind: self.library.ask(f"photos 2016-11 type={kind} limit=1 fields=id")[0]["id"] for kind in ("photo", "video")}
        for name, address in SCREENS.items():
            self.browser.window()
            self.go(address.replace("PHOTO", places["photo"]).replace("VIDEO", places["video"]))
            self.browser.one(".screen h1")
            for size, form in ((DESKTOP, "desktop"), (PHONE, "phone")):
                for dark in (False, True):
                    look = f"{name}-{form}-{'dark' if dark else 'light'}"
                    with self.subTest(look):
                        self.browser.window(size, dark)
                        self.browser.until_pictures()
                        self.browser.picture(look)
                        # Colours are another in the dark, and places are another in a narrow window: two of the four tell all.
                        if dark == (form == "phone"):
                            self.assertEqual(self.browser.barriers(), [])
                        self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), size[0], "it is wider than the window")
                        self.assertEqual(self.browser.run("return document.querySelectorAll('.screen:not(.beneath) h1').length"), 1)
            with self.subTest(f"{name}, very narrow"):
                self.browser.window((320, 640))
                self.browser.pass_frames()
                self.assertLessEqual(self.browser.run("return Math.max(...[...document.querySelectorAll('html, .overlay')].map((one) => one.scrollWidth))"), 320)

    def test_the_viewer_is_black_to_its_edges(self):
        photo = self.library.ask("photos 2016-11 type=photo limit=1 fields=id")[0]["id"]
        self.go(f"/photo/{photo}?in=month%3A2016-11")
        self.browser.one(".screen-viewer .slide")
        self.browser.until_pictures()
        for x in (1, DESKTOP[0] - 2):
            self.assertEqual(self.browser.colour(x, DESKTOP[1] // 2), (0, 0, 0))

    def test_nothing_moves_when_pictures_come(self):
        for address in ("/months", "/month/2016-11", "/all", "/folders"):
            with self.subTest(address):
                self.go(address)
                self.browser.run("""window.shifts = 0; new PerformanceObserver((list) => {
                    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value;
                }).observe({ type: 'layout-shift', buffered: true });""")
                self.browser.until_pictures()
                self.assertLess(self.browser.run("return new Promise((done) => setTimeout(() => done(window.shifts), 300))"), 0.02)
