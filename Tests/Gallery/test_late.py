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
        self.gallery.about["L/1"] = {"title": "of another program"}
        self.gallery.tell(event="photos", change="updated", id="L/1", monthKey="2016-11")
        held.asked()
        self.browser.one("[data-field=description]").send_keys("mine")
        held.release()
        self.browser.pass_frames()
        self.assertEqual(self.browser.run("return document.querySelector('[data-field=description]').value"), "mine")


class ChosenTests(ImaginedCase):
    """What is selected is what the list has."""

    def setUp(self):
        super().setUp()
        self.ids = [f"L/{number}" for number in range(6)]
        self.gallery.month("2016-11", self.ids)
        self.gallery.lists["favorites",] = list(self.ids)
        self.gallery.lists["find", "beach"] = list(self.ids)

    def choose(self, address, many):
        self.go(address)
        self.browser.until_tiles(6)
        self.browser.until(lambda: self.gallery.pages, "it does not listen")
        self.browser.run("document.querySelector('.grid-tiles').focus()")
        self.browser.press(Keys.HOME)
        self.browser.press(*[Keys.ARROW_RIGHT] * (many - 1), shift=True)
        self.browser.until_text(f"{many} selected")

    def test_what_moves_to_another_month_or_is_deleted_is_not_selected_any_more(self):
        self.choose("/month/2016-11", 4)
        self.gallery.month("2016-11", self.ids[2:])
        self.gallery.month("2016-12", self.ids[:1])
        self.gallery.tell(event="photos", change="updated", id="L/0", monthKey="2016-12", oldMonthKey="2016-11")
        self.gallery.tell(event="photos", change="deleted", id="L/1", oldMonthKey="2016-11")
        self.browser.until_text("2 selected")
        self.browser.press(Keys.DELETE)
        self.browser.until(lambda: self.gallery.posted, "nothing was moved to the trash")
        self.assertEqual(self.gallery.posted[0][2], ["L/2", "L/3"])

    def test_what_leaves_a_list_of_another_kind_is_not_selected_any_more(self):
        for address, name in (("/favorites", ("favorites",)), ("/search?q=beach", ("find", "beach"))):
            with self.subTest(address):
                self.choose(address, 4)
                self.gallery.lists[name].remove("L/1")
                self.gallery.tell(event="photos", change="updated", id="L/1", monthKey="2016-11")
                self.browser.until_text("3 selected")
                self.browser.press("f")
                self.browser.until(lambda: self.gallery.posted, "nothing was made a favourite")
                self.assertEqual(self.gallery.posted.pop()[2], ["L/0", "L/2", "L/3"])

    def test_what_changes_and_stays_is_selected_still(self):
        for address in ("/month/2016-11", "/favorites", "/all"):
            with self.subTest(address):
                self.choose(address, 4)
                self.gallery.about["L/1"] = {"description": address}
                self.gallery.tell(event="photos", change="updated", id="L/1", monthKey="2016-11")
                self.browser.until(lambda: address in self.browser.tile(1).get_attribute("aria-label"), "the change does not come")
                self.assertEqual(self.browser.selected(), self.ids[:4])

    def test_what_went_while_nobody_told_is_not_selected_any_more(self):
        self.choose("/month/2016-11", 4)
        self.gallery.month("2016-11", self.ids[1:])
        self.gallery.tell(event="photos", isFreshInstance=True)
        self.browser.until_text("3 selected")

    def test_all_that_comes_late_gives_way_to_what_was_chosen_meanwhile(self):
        self.gallery.month("2016-11", [f"L/{number}" for number in range(300)])
        self.go("/month/2016-11")
        self.browser.until_tiles(20)
        held = self.gallery.hold("photos", fields="id")
        self.browser.press("a", control=True)
        held.asked()
        self.browser.press(Keys.HOME, Keys.SPACE)
        self.browser.until_text("1 selected")
        held.release()
        self.browser.pass_frames()
        self.assertEqual(self.browser.selected(), ["L/0"])
        self.assertEqual(self.browser.texts(".selection-count"), ["1 selected"])


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

    def arrive(self, number):
        """The history leads to a photo."""
        self.browser.run("""
            const state = { entry: String(arguments[0]), depth: arguments[0] };
            history.pushState(state, '', `/photo/L/${arguments[0]}?in=month%3A2016-11`);
            dispatchEvent(new PopStateEvent('popstate', { state }));""", number)

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


class TwiceTests(ImaginedCase):
    """What is pressed twice, or held, is done once."""

    def setUp(self):
        super().setUp()
        self.gallery.month("2016-11", [f"L/{number}" for number in range(6)])

    def open(self, address, selector):
        self.go(address)
        self.browser.one(selector)
        self.browser.until(lambda: self.gallery.pages, "it does not listen")

    def hold_down(self, key):
        """The key comes again, as it does while it is held."""
        self.browser.run("""for (let turn = 0; turn < 5; turn += 1) {
            document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: arguments[0], repeat: true, bubbles: true, cancelable: true }));
        }""", key)

    def test_delete_that_is_held_takes_one_photo(self):
        for address, selector in (("/month/2016-11", ".tile[data-id]"), ("/photo/L/0?in=month%3A2016-11", ".screen-viewer .slide")):
            with self.subTest(address):
                self.gallery.posted.clear()
                self.open(address, selector)
                held = self.gallery.hold("trash")
                self.browser.press(Keys.DELETE)
                held.asked()
                self.browser.press(Keys.DELETE)
                held.release()
                self.browser.until_text("1 item moved to the trash")
                self.hold_down("Delete")
                self.browser.pass_frames()
                self.assertEqual(self.gallery.posted, [("trash", {}, ["L/0"])])

    def test_a_heart_that_is_pressed_twice_is_given_once_and_two_photos_have_theirs(self):
        self.open("/month/2016-11", ".tile[data-id]")
        held = self.gallery.hold("edit")
        self.browser.press("f")
        held.asked()
        self.browser.press("f", Keys.ARROW_RIGHT, "f")
        self.browser.until(lambda: len(self.gallery.posted) == 2, "the second photo has none")
        held.release()
        self.browser.pass_frames()
        self.assertEqual([ids for _, _, ids in self.gallery.posted], [["L/0"], ["L/1"]])

    def test_an_editor_that_is_asked_for_twice_is_one(self):
        for address, selector in (("/month/2016-11", ".tile[data-id]"), ("/photo/L/0?in=month%3A2016-11", ".screen-viewer .slide")):
            with self.subTest(address):
                self.open(address, selector)
                held = self.gallery.hold("groups")
                self.browser.press("e", "e")
                held.asked()
                self.browser.press("e")
                held.release()
                self.browser.one("dialog.editor")
                self.browser.pass_frames(20)
                self.assertEqual(len(self.browser.all("dialog.editor")), 1)

    def test_a_form_that_is_sent_twice_is_one_edit(self):
        for address in ("/month/2016-11", "/photo/L/0/details"):
            with self.subTest(address):
                self.gallery.posted.clear()
                self.open(address, ".tile[data-id], .details-form")
                if address.startswith("/month"):
                    self.browser.press("e")
                field = self.browser.one("[data-field=title]")
                field.send_keys("A title")
                held = self.gallery.hold("edit")
                field.send_keys(Keys.ENTER)
                held.asked()
                field.send_keys("!", Keys.ENTER)
                held.release()
                self.browser.until_text("Changed")
                self.browser.pass_frames()
                self.assertEqual([keys for _, keys, _ in self.gallery.posted], [{"title": "A title"}])
