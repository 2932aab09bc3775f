"""What is selected is what the list has."""

from browser import Keys
from case import ImaginedCase


class ChosenTests(ImaginedCase):
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

    def test_more_than_can_be_sent_at_once_is_sent_in_parts(self):
        many = [f"L/{number}" for number in range(60_000)]
        self.gallery.month("2016-11", many)
        self.go("/month/2016-11")
        self.browser.until_tiles(20)
        self.browser.press("a", control=True)
        self.browser.until_text("60,000 selected", 60)
        self.browser.press(Keys.DELETE)
        self.browser.until_text("60,000 items moved to the trash", 60)
        self.assertEqual([len(ids) for _, _, ids in self.gallery.posted], [50_000, 10_000])
        self.assertEqual([id for _, _, ids in self.gallery.posted for id in ids], many)

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
