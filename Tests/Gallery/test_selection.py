"""Choosing photos, and what can be done with many at once."""

from browser import Keys
from case import GalleryCase


class SelectionTests(GalleryCase):
    def open(self):
        self.go("/month/2016-11")
        return self.browser.until_tiles(14)

    def test_the_tick_selects_and_then_a_click_does(self):
        tiles = self.open()
        self.browser.chain().move_to_element(self.browser.tile(0)).perform()
        self.browser.tile(0).find_element("css selector", ".tile-check").click()
        self.browser.tile(2).click()
        self.browser.until(lambda: self.browser.selected() == [tiles[0], tiles[2]], "others are selected")
        self.browser.until_text("2 selected")
        self.browser.press(Keys.ESCAPE)
        self.browser.until(lambda: self.browser.selected() == [], "something is still selected")

    def test_shift_selects_up_to_there(self):
        tiles = self.open()
        self.browser.chain().key_down(Keys.CONTROL).click(self.browser.tile(1)).key_up(Keys.CONTROL).perform()
        self.browser.chain().key_down(Keys.SHIFT).click(self.browser.tile(5)).key_up(Keys.SHIFT).perform()
        self.browser.until(lambda: self.browser.selected() == tiles[1:6], "others are selected")

    def test_a_rubber_band_selects_what_it_covers(self):
        tiles = self.open()
        first, last = self.browser.tile(0).rect, self.browser.tile(2).rect
        y = int(first["y"] + first["height"] / 2)
        chain = self.browser.chain()
        pointer = chain.w3c_actions.pointer_action
        pointer.move_to_location(int(first["x"] + 20), y)
        pointer.pointer_down()
        pointer.move_to_location(int(first["x"] + 60), y + 10)
        pointer.move_to_location(int(last["x"] + 30), y + 20)
        chain.w3c_actions.perform()
        self.browser.until(lambda: self.browser.selected() == tiles[:3], "the band covers others")
        self.browser.picture("selection-band")
        chain = self.browser.chain()
        chain.w3c_actions.pointer_action.pointer_up()
        chain.w3c_actions.perform()
        self.browser.until_text("3 selected")
        self.assertEqual(self.browser.path, "/month/2016-11", "the end of a band opens nothing")

    def test_the_keyboard_selects_all_without_reading_them_all(self):
        self.go("/month/2015-07")
        self.browser.until_tiles(20)
        self.browser.press("a", control=True)
        self.browser.until_text("300 selected")
        self.browser.press(Keys.ESCAPE)

    def test_arrows_with_shift_select_and_space_does(self):
        tiles = self.open()
        self.browser.press(Keys.HOME)
        self.browser.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, shift=True)
        self.browser.until(lambda: self.browser.selected() == tiles[:3], "others are selected")
        self.browser.press(Keys.ESCAPE)
        self.browser.press(Keys.SPACE)
        self.browser.until(lambda: self.browser.selected() == [tiles[2]], "another is selected")

    def test_ten_are_made_favourites_at_once_and_it_can_be_taken_back(self):
        self.open()
        self.browser.press(Keys.HOME)
        self.browser.press(*[Keys.ARROW_RIGHT] * 9, shift=True)
        self.browser.until_text("10 selected")
        self.browser.one(".selection-bar [aria-label=Favourite]").click()
        self.browser.until_text("Added 10 items to favourites")
        self.assertEqual(self.library.ask("favorites limit=1 fields=id")[-1]["page"]["total"], 10)
        self.browser.until(lambda: len(self.browser.all(".tile-heart")) == 10, "ten hearts did not come")
        self.browser.picture("favourites-toast")
        self.browser.one(".toast-action").click()
        self.browser.until_text("Undone")
        self.assertEqual(self.library.ask("favorites limit=1 fields=id")[-1]["page"]["total"], 0)
        self.browser.until(lambda: not self.browser.all(".tile-heart"), "the hearts stay")

    def test_what_is_trashed_goes_and_comes_back(self):
        tiles = self.open()
        self.browser.press(Keys.HOME)
        self.browser.press(Keys.ARROW_RIGHT)
        self.browser.press(Keys.DELETE)
        self.browser.until_text("1 item moved to the trash")
        self.browser.until(lambda: tiles[1] not in self.browser.tiles() and len(self.browser.tiles()) == 13, "its tile stays")
        self.browser.press("z", control=True)
        self.browser.until(lambda: tiles[1] in self.browser.tiles(), "its tile does not come back")


class ReadOnlyTests(GalleryCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        before = (cls.library.base, cls.library.first)
        cls.addClassCleanup(lambda: (setattr(cls.library, "base", before[0]), setattr(cls.library, "first", before[1])))
        cls.browser.go(cls.library.open("--read-only"))

    def test_a_gallery_to_look_at_offers_no_changes(self):
        self.go("/month/2016-11")
        self.browser.until_tiles(14)
        self.browser.one("html.read-only")
        self.browser.press(Keys.SPACE)
        self.browser.until_text("1 selected")
        self.assertFalse(any(button.is_displayed() for button in self.browser.all(".selection-bar .changes")))
        self.browser.press("f")
        self.browser.press(Keys.DELETE)
        self.assertEqual(self.library.ask("favorites limit=1 fields=id")[-1]["page"]["total"], 0)
        self.assertEqual(self.library.ask("count 2016-11")[0]["totalCount"], 14)
