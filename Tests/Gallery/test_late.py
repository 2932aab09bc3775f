"""Answers that are late, and changes that come meanwhile."""

from browser import Keys
from case import ImaginedCase


class LateTests(ImaginedCase):
    def setUp(self):
        super().setUp()
        self.gallery.month("2016-11", [f"L/{number}" for number in range(6)])
        self.gallery.lists["group", "Beach"] = [f"L/{number}" for number in range(6)]

    def told(self):
        """The page hears of what happens, and has read what is on screen since it does."""
        self.browser.until(lambda: self.gallery.pages, "it does not listen")

    def until_tiles(self, *numbers):
        wanted = [f"L/{number}" for number in numbers]
        self.browser.until(lambda: self.browser.tiles() == wanted, f"not {wanted} but {self.browser.tiles()} are shown")

    def test_what_changes_before_the_page_listens_is_shown(self):
        for address, command, key in (("/month/2016-11", "photos", "2016-11"), ("/folder?name=Beach", "group", "Beach")):
            with self.subTest(address):
                ids = self.gallery.lists[command, key]
                self.gallery.is_told.clear()
                self.go(address)
                self.browser.until_tiles(6)
                ids.insert(0, "L/99")
                self.gallery.is_told.set()
                self.until_tiles(99, *range(6))

    def test_a_change_during_a_read_is_read_too(self):
        self.go("/folder?name=Beach")
        self.browser.until_tiles(6)
        self.told()
        ids = self.gallery.lists["group", "Beach"]
        first, second = self.gallery.hold("group"), self.gallery.hold("group")
        ids.insert(0, "L/97")
        self.gallery.tell(event="photos", change="inserted", id="L/97", monthKey="2016-11")
        first.asked()
        ids.insert(0, "L/98")
        self.gallery.tell(event="photos", change="inserted", id="L/98", monthKey="2016-11")
        second.asked()
        second.release()
        self.until_tiles(98, 97, *range(6))
        first.release()
        self.browser.pass_frames()
        self.until_tiles(98, 97, *range(6))

    def test_who_looks_at_a_photo_that_the_list_has_lost_goes_on_where_it_stood(self):
        for lost, key, place, next in (("L/0", Keys.ARROW_RIGHT, "3 of 4", "L/4"), ("L/0", Keys.ARROW_LEFT, "3 of 4", "L/2"), ("L/5", Keys.ARROW_RIGHT, "4 of 4", "L/4")):
            with self.subTest(lost=lost, next=next):
                self.gallery.month("2016-11", [f"L/{number}" for number in range(6)])
                self.go("/photo/L/3?in=month%3A2016-11")
                self.browser.until(lambda: "4 of 6" in self.browser.texts(".viewer-place"), "it is not said where the photo stands")
                self.told()
                self.browser.until(lambda: len(self.browser.all(".strip .slide")) == 3, "there is nothing beside it")
                for gone in ("L/3", lost):
                    self.gallery.lists["photos", "2016-11"].remove(gone)
                    self.gallery.tell(event="photos", change="updated", id=gone, monthKey="2016-10", oldMonthKey="2016-11")
                self.browser.until(lambda: place in self.browser.texts(".viewer-place"), "it is not said where the photo stands now")
                self.browser.press(key)
                self.browser.until(lambda: self.browser.path.startswith(f"/photo/{next}?"), "the arrow leads to another")

    def test_a_timeline_that_is_being_read_is_not_called_empty(self):
        months = self.gallery.hold("months")
        self.addCleanup(self.browser.before("""
            window.said = new Set();
            new MutationObserver(() => document.querySelectorAll('.empty h2').forEach((title) => said.add(title.textContent))).observe(document, { childList: true, subtree: true });"""))
        self.go("/all")
        months.asked()
        self.told()
        again = self.gallery.hold("months")
        self.gallery.tell(event="months", monthKey="2016-11", totalCount=6, photoCount=6, videoCount=0)
        self.gallery.tell(event="photos", change="updated", id="L/1", monthKey="2016-11")
        again.asked()
        self.assertEqual(self.browser.run("return [...said]"), [])
        months.release()
        again.release()
        self.until_tiles(*range(6))
        self.assertEqual(self.browser.run("return [...said]"), [])

    def test_under_steady_changes_something_is_shown(self):
        for address, command, selector in (("/months", "months", "[data-month='2016-12']"), ("/folders", "groups", "[data-folder='=Skiing']")):
            with self.subTest(address):
                self.go(address)
                self.browser.one(".card")
                self.told()
                first, second = self.gallery.hold(command), self.gallery.hold(command)
                self.gallery.month("2016-12", ["L/7"])
                self.gallery.lists["group", "Skiing"] = ["L/7"]
                self.gallery.tell(event="photos", change="inserted", id="L/7", monthKey="2016-12")
                first.asked()
                self.gallery.tell(event="photos", change="updated", id="L/7", monthKey="2016-12")
                second.asked()
                first.release()
                self.browser.one(selector)
                second.release()
                self.gallery.month("2016-12", [])
                self.gallery.lists["group", "Skiing"] = []

    def test_a_timeline_of_another_kind_is_another_whichever_answer_comes_first(self):
        self.go("/all")
        self.browser.until_tiles(6)
        self.told()
        first, second = self.gallery.hold("months", type="photo"), self.gallery.hold("months", type="photo")
        self.browser.run("document.querySelector('.chooser input[value=photo]').click()")
        first.asked()
        self.gallery.month("2016-11", [f"L/{number}" for number in range(40, 46)])
        self.gallery.tell(event="months", monthKey="2016-11", totalCount=6, photoCount=6, videoCount=0)
        second.asked()
        second.release()
        self.until_tiles(*range(40, 46))
        first.release()
        self.browser.pass_frames()
        self.until_tiles(*range(40, 46))

    def test_a_folder_whose_last_photo_has_gone_says_so(self):
        self.go("/folder?name=Beach")
        self.browser.until_tiles(6)
        self.told()
        del self.gallery.lists["group", "Beach"]
        self.gallery.tell(event="photos", change="updated", id="L/1", monthKey="2016-11")
        self.browser.until_text("It is not there any more")
        self.gallery.lists["group", "Beach"] = ["L/3"]
        self.gallery.tell(event="photos", change="updated", id="L/3", monthKey="2016-11")
        self.until_tiles(3)

    def test_a_search_that_fails_does_not_show_what_was_found_before(self):
        self.gallery.lists["find", "beach"] = [f"L/{number}" for number in range(6)]
        self.go("/search?q=beach")
        self.browser.until_tiles(6)
        self.gallery.refuse("find")
        self.browser.one("#search-q").send_keys("x")
        self.browser.until_text("This could not be read")
        self.assertFalse(self.browser.one(".grid").is_displayed())

    def test_the_last_answer_counts_in_the_details(self):
        self.gallery.about["L/1"] = {"description": "before"}
        self.go("/photo/L/1/details")
        self.browser.until_text("Edit")
        self.told()
        first, second = self.gallery.hold("photo"), self.gallery.hold("photo")
        self.gallery.about["L/1"] = {"description": "between"}
        self.gallery.tell(event="photos", change="updated", id="L/1", monthKey="2016-11")
        first.asked()
        self.gallery.about["L/1"] = {"description": "after"}
        self.gallery.tell(event="photos", change="updated", id="L/1", monthKey="2016-11")
        second.asked()
        field = "return document.querySelector('[data-field=description]').value"
        second.release()
        self.browser.until(lambda: self.browser.run(field) == "after", "the change does not come")
        first.release()
        self.browser.pass_frames()
        self.assertEqual(self.browser.run(field), "after")

    def test_what_is_typed_while_a_photo_is_read_again_stays(self):
        self.go("/photo/L/1/details")
        self.browser.until_text("Edit")
        self.told()
        held = self.gallery.hold("photo")
        self.gallery.about["L/1"] = {"mimeType": "image/avif"}
        self.gallery.tell(event="photos", change="updated", id="L/1", monthKey="2016-11")
        held.asked()
        self.browser.one("[data-field=description]").send_keys("mine")
        held.release()
        self.browser.until_text("image/avif")
        self.assertEqual(self.browser.run("return document.querySelector('[data-field=description]').value"), "mine")

    def test_a_photo_that_goes_and_comes_back_is_shown_again_in_the_details(self):
        self.go("/photo/L/1/details")
        self.browser.one("[data-field=title]").send_keys("mine")
        self.told()
        self.gallery.refuse("photo", "no-such")
        self.gallery.tell(event="photos", change="deleted", id="L/1", oldMonthKey="2016-11")
        self.browser.until_text("This photo is not in the library")
        self.gallery.refused.clear()
        self.gallery.tell(event="photos", change="inserted", id="L/1", monthKey="2016-11")
        self.browser.one("[data-field=title]")
        self.browser.one(".details-facts")

    def test_a_field_that_has_the_focus_keeps_it_when_the_photo_changes(self):
        self.go("/photo/L/1/details")
        self.browser.one("[data-field=title]").click()
        self.told()
        self.gallery.about["L/1"] = {"mimeType": "image/avif", "viewed": True}
        self.gallery.tell(event="photos", change="updated", id="L/1", monthKey="2016-11")
        self.browser.until_text("image/avif")
        self.assertEqual(self.browser.run("return document.activeElement.dataset.field"), "title")



class ViewerTests(ImaginedCase):
    def setUp(self):
        super().setUp()
        self.gallery.month("2016-11", [f"L/{number}" for number in range(6)])

    def place(self):
        return self.browser.run("return document.querySelector('.viewer-place')?.textContent")

    def open(self, number):
        self.go(f"/photo/L/{number}?in=month%3A2016-11")
        self.browser.until(lambda: self.place() == f"{number + 1} of 6", "it is not said where the photo stands")
        self.browser.until(lambda: self.gallery.pages, "it does not listen")

    def until_photo(self, number):
        self.browser.until(lambda: self.browser.path.startswith(f"/photo/L/{number}?"), f"the photo {number} does not come")

    def test_a_step_while_the_list_changes_goes_to_what_is_beside_the_photo_now(self):
        self.open(2)
        self.gallery.month("2016-11", [f"L/{number}" for number in (1, 2, 3, 4, 5)])
        held = self.gallery.hold("items")
        self.gallery.tell(event="photos", change="deleted", id="L/0", oldMonthKey="2016-11")
        held.asked()
        self.browser.press(Keys.ARROW_RIGHT)
        self.until_photo(3)
        held.release()
        self.browser.until(lambda: self.place() == "3 of 5", f"it is said to stand at {self.place()}")
        self.browser.press(Keys.ARROW_LEFT, Keys.ARROW_LEFT)
        self.until_photo(1)
        self.browser.until(lambda: self.place() == "1 of 5", f"it is said to stand at {self.place()}")

    def test_a_photo_that_goes_with_those_around_it_gives_way_to_one_that_is_left(self):
        self.open(5)
        self.gallery.month("2016-11", ["L/0", "L/1"])
        for number in (2, 3, 4, 5):
            self.gallery.tell(event="photos", change="deleted", id=f"L/{number}", oldMonthKey="2016-11")
        self.until_photo(1)
        self.browser.until(lambda: self.place() == "2 of 2", f"it is said to stand at {self.place()}")

    def test_a_photo_that_goes_by_itself_after_others_did_gives_way_to_one_that_is_left(self):
        self.open(5)
        self.gallery.month("2016-11", ["L/0", "L/1", "L/4"])
        held = self.gallery.hold("photos")
        self.gallery.tell(event="photos", change="deleted", id="L/5", oldMonthKey="2016-11")
        held.asked()
        self.gallery.month("2016-11", ["L/0", "L/1"])
        self.gallery.tell(event="photos", change="deleted", id="L/4", oldMonthKey="2016-11")
        self.browser.pass_frames()
        held.release()
        self.until_photo(1)

    def arrive(self, number):
        """The history leads to a photo."""
        self.browser.run("""
            const state = { entry: String(arguments[0]), depth: arguments[0] };
            history.pushState(state, '', `/photo/L/${arguments[0]}?in=month%3A2016-11`);
            dispatchEvent(new PopStateEvent('popstate', { state }));""", number)

    def test_back_right_after_a_step_leads_back(self):
        self.go("/month/2016-11")
        self.browser.until_tiles(6)
        self.browser.tile(2).click()
        self.browser.until(lambda: self.place() == "3 of 6", "it is not said where the photo stands")
        # The moment at which the viewer writes its photo's address passes while the page is on its way back.
        self.browser.run("""
            addEventListener('popstate', () => {
              const end = performance.now() + 400;
              while (performance.now() < end);
            }, { once: true });
            document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }));
            setTimeout(() => history.back(), 20);""")
        self.browser.until(lambda: self.browser.path == "/month/2016-11" and len(self.browser.tiles()) == 6, "it does not lead back")
        self.browser.pass_frames()
        self.assertEqual(self.browser.path, "/month/2016-11")

    def test_back_and_forward_in_haste_end_at_the_photo_of_the_address(self):
        self.open(2)
        first = self.gallery.hold("items")
        self.arrive(4)
        first.asked()
        self.arrive(5)
        self.browser.until(lambda: self.place() == "6 of 6", "the last photo does not come")
        first.release()
        self.browser.pass_frames(20)
        self.assertEqual(self.place(), "6 of 6")
        self.assertTrue(self.browser.path.startswith("/photo/L/5?"))
