"""The map: photos where they were taken."""

from browser import DESKTOP, PHONE
from case import GalleryCase

PLACES = [("48.137", "11.575"), ("48.139", "11.58"), ("-33.86", "151.21"), ("40.7", "-74"), ("64.15", "-21.94")]


class MapTests(GalleryCase):
    def setUp(self):
        super().setUp()
        ids = [line["id"] for line in self.library.ask("photos 2016-11 type=photo limit=5 fields=id") if "id" in line]
        self.placed = ids
        for id, (latitude, longitude) in zip(ids, PLACES):
            batch = self.library.ask(f"edit {id} location={latitude},{longitude} write=index")[0]["batch"]
            self.addCleanup(self.library.ask, f"undo {batch}")

    # Leaflet draws a tenth more than it takes the map to be, on each side.
    def sizes(self):
        """The map on screen, and how large Leaflet takes it to be."""
        return self.browser.run("""
            const world = [...document.querySelectorAll('.world')].at(-1);
            const canvas = world.querySelector('.leaflet-overlay-pane canvas');
            return { is: [world.clientWidth, world.clientHeight], drawn: [canvas.clientWidth / 1.2, canvas.clientHeight / 1.2],
                page: document.documentElement.scrollHeight, window: innerHeight, wide: document.documentElement.scrollWidth };""")

    def assertFits(self, width):
        def fits():
            sizes = self.sizes()
            return all(abs(is_ - drawn) <= 2 for is_, drawn in zip(sizes["is"], sizes["drawn"]))
        try:
            self.browser.until(fits, "the map takes itself to be of another size", 5)
        except AssertionError:
            self.fail(f"the map takes itself to be of another size: {self.sizes()}")
        sizes = self.sizes()
        self.assertLessEqual(sizes["page"], sizes["window"], "the page scrolls under the map")
        self.assertLessEqual(sizes["wide"], width)

    def until_map(self):
        self.browser.until(lambda: self.browser.all(".map-photo, .map-cluster"), "no photo is on the map", 30)
        self.browser.until_text("5 photos with a place")
        self.browser.until_pictures()

    def test_the_map_fills_its_screen(self):
        for size, dark in ((PHONE, False), (PHONE, True), (DESKTOP, False), ((1280, 800), True)):
            with self.subTest(size=size, dark=dark):
                self.browser.window(size, dark)
                self.go("/map")
                self.until_map()
                self.browser.picture(f"map-{size[0]}-{'dark' if dark else 'light'}")
                self.assertFits(size[0])
                self.assertGreater(self.sizes()["is"][1], size[1] * 0.6)
                self.assertEqual(self.browser.barriers(), [])
        self.assertNothingWrong()

    def test_the_map_fills_its_screen_when_that_turns_and_when_one_comes_back_to_it(self):
        self.browser.window(PHONE)
        self.go("/months")
        self.browser.one(".card")
        self.browser.press("gp")
        self.until_map()
        self.assertFits(PHONE[0])
        self.browser.window((PHONE[1], PHONE[0]))
        self.assertFits(PHONE[1])
        self.browser.window(PHONE)
        self.assertFits(PHONE[0])
        self.browser.one(".map-photo").click()
        self.browser.one(".screen-viewer .slide")
        self.browser.window((PHONE[1], PHONE[0]))
        self.browser.driver.back()
        self.browser.until(lambda: self.browser.path == "/map" and not self.browser.all(".screen-viewer"), "the map does not come back")
        self.assertFits(PHONE[1])

    def test_a_map_whose_place_becomes_another_fills_that(self):
        self.browser.window(PHONE)
        self.go("/map")
        self.until_map()
        before = self.sizes()["is"]
        self.browser.run("document.querySelector('.screen-header').style.minHeight = '300px'")
        self.assertNotEqual(self.sizes()["is"], before)
        self.assertFits(PHONE[0])

    def test_a_marker_leads_to_its_photo_and_a_cluster_comes_nearer(self):
        self.go("/map?month=2016-11")
        self.until_map()
        self.assertEqual(self.browser.texts(".map-cluster span"), ["2"])
        self.browser.one(".map-cluster").click()
        self.browser.until(lambda: len(self.browser.all(".map-photo")) >= 2, "it does not come apart")
        self.browser.one(".map-photo").click()
        self.browser.one(".screen-viewer")
        self.browser.until(lambda: self.browser.path.startswith("/photo/") and "in=month%3A2016-11" in self.browser.path)
        self.browser.press("\ue00c")
        self.browser.until(lambda: self.browser.path == "/map?month=2016-11", "it does not lead back to the map")

    def test_the_map_of_a_form_fills_its_place(self):
        self.browser.window(PHONE)
        self.go(f"/photo/{self.placed[0]}?in=month%3A2016-11")
        self.browser.one(".screen-viewer .slide")
        self.browser.press("e")
        self.browser.one("dialog.editor .needs-map").click()
        self.browser.one("dialog.editor .map-pin")
        self.browser.run("document.querySelector('.place-map').scrollIntoView()")
        self.browser.picture("map-form-390")
        self.assertFits(PHONE[0])
