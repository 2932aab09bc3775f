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
        self.browser.until_text("5 items with a place")
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

    def edit(self, location):
        batch = self.library.ask(f"edit {self.placed[4]} location={location} write=index")[0]["batch"]
        self.addCleanup(self.library.ask, f"undo {batch}")

    def test_markers_of_photos_that_are_as_they_were_stay(self):
        self.go("/map")
        self.until_map()
        kept = "return document.querySelectorAll('.map-photo.was-there, .map-cluster.was-there').length"
        self.browser.run("for (const one of document.querySelectorAll('.map-photo, .map-cluster')) one.classList.add('was-there')")
        before = self.browser.run(kept)
        self.edit("none")
        self.browser.until_text("4 items with a place")
        self.assertEqual(self.browser.run(kept), before - 1)
        self.assertNothingWrong()

    def test_photos_that_all_lose_their_places_are_off_the_map_until_they_have_others(self):
        self.go("/map?month=2016-11")
        self.until_map()
        batch = self.library.ask(f"edit {' '.join(self.placed)} location=none write=index")[0]["batch"]
        self.browser.until_text("None of these items has a place.")
        self.assertEqual(self.browser.all(".map-photo, .map-cluster"), [])
        self.library.ask(f"undo {batch}")
        self.until_map()
        self.assertNothingWrong()

    def test_the_map_of_a_month_is_called_by_its_name(self):
        for month, name in (("2016-11", "Map · November 2016"), ("undated", "Map · Undated")):
            self.go(f"/map?month={month}")
            self.browser.until(lambda: self.browser.texts("h1") == [name], f"it is not called {name}")

    def test_of_very_many_the_first_are_shown_and_told_as_such(self):
        self.addCleanup(self.browser.before("""
            const answer = window.fetch.bind(window);
            let read = 0;
            window.fetch = (where, options) => {
                if (!String(where).includes('/api/find?')) return answer(where, options);
                const items = Array.from({ length: 1000 }, () => ({ id: `L/${read++}`, type: 'video', filename: 'a.mp4', latitude: 1, longitude: 2 }));
                return Promise.resolve(new Response([...items, { page: { total: 200_000, nextCursor: `${read}` } }].map((line) => JSON.stringify(line)).join('\\n')));
            };"""))
        self.go("/map")
        self.browser.until_text("The first 100,000 items with a place", 60)

    def test_a_reading_that_failed_is_tried_again(self):
        self.addCleanup(self.browser.before("""
            const answer = window.fetch.bind(window);
            window.failing = Infinity;
            window.fetch = (where, options) => String(where).includes('/api/find?') && window.failing-- > 0 ? Promise.reject(new TypeError('lost')) : answer(where, options);"""))
        self.go("/map")
        self.browser.until_text("photod does not answer")
        self.browser.run("window.failing = 0")
        self.edit("-54.8,-68.3")
        self.until_map()
        self.browser.run("window.failing = 2")
        self.edit("none")
        self.browser.until_text("The gallery does not answer.")
        self.browser.until_text("4 items with a place", 20)
        self.assertLess(self.browser.run("return window.failing"), 0)

    def test_a_map_of_very_many_changes_and_is_left_while_its_markers_are_being_put_in(self):
        # Leaflet's clusters take a turn for each 200 of them where the clock says that these took long.
        self.addCleanup(self.browser.before("""
            const answer = window.fetch.bind(window);
            const time = Date.prototype.getTime;
            let passed = 0;
            Date.prototype.getTime = function () { return time.call(this) + 150 * passed++; };
            window.many = 12_000;
            window.fetch = (where, options) => {
                if (!String(where).includes('/api/find?')) return answer(where, options);
                const items = Array.from({ length: window.many }, (_, at) => ({ id: `L/${at}`, type: 'photo', filename: `${at}.jpg`, latitude: at % 160 - 80, longitude: at % 350 - 175 }));
                return Promise.resolve(new Response([...items, { page: { total: window.many } }].map((line) => JSON.stringify(line)).join('\\n')));
            };"""))
        self.go("/months")
        self.browser.one(".card")
        self.browser.press("gp")
        self.browser.until_text("12,000 items with a place")
        self.browser.run("window.many = 11_999")
        self.edit("none")
        self.browser.until_text("11,999 items with a place")
        self.browser.run("window.many = 24_000")
        self.edit("-54.8,-68.3")
        self.browser.until_text("24,000 items with a place")
        self.browser.driver.back()
        self.browser.one(".card")
        self.browser.until(lambda: self.browser.run("return !document.querySelector('.world')"), "the map is there still")
        self.browser.pass_time(300)
        self.assertEqual(self.browser.complaints_of_page(), [])

    def test_photos_that_are_moved_or_gone_are_so_on_the_map_and_one_looks_where_one_did(self):
        names = lambda: self.browser.run("""
            return Object.fromEntries([...document.querySelectorAll('.map-label')].map((one) => [one.textContent, `${one.getBoundingClientRect().x} ${one.getBoundingClientRect().y}`]));""")
        places = lambda: sorted(self.browser.run("return [...document.querySelectorAll('.map-photo, .map-cluster')].map((one) => one.getBoundingClientRect().y)"))
        self.go("/map")
        self.until_map()
        before, names_before = places(), names()
        self.assertTrue(names_before)
        self.edit("none")
        self.browser.until_text("4 items with a place")
        self.browser.until(lambda: len(places()) == len(before) - 1, "it is on the map still")
        self.assertEqual(names(), names_before)
        self.edit("-54.8,-68.3")
        self.browser.until_text("5 items with a place")
        self.assertEqual(names(), names_before)
        self.browser.one(".map-photo").click()
        self.browser.one(".screen-viewer .slide")
        self.edit("none")
        self.browser.driver.back()
        self.browser.until_text("4 items with a place")
        self.assertEqual(names(), names_before)
        self.assertNothingWrong()

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
