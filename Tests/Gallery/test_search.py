"""Search: words, dates, kinds."""

from browser import Keys
from case import GalleryCase


class SearchTests(GalleryCase):
    def test_what_is_typed_is_found_and_stands_in_the_address(self):
        self.go("/search")
        field = self.browser.one("#search-q")
        self.browser.until(lambda: self.browser.run("return document.activeElement.id") == "search-q", "the field has no focus")
        field.send_keys("beach")
        self.browser.until_text("11 items found")
        self.assertEqual(self.browser.path, "/search?q=beach")
        self.assertEqual(len(self.browser.until_tiles(11)), 11)
        field.send_keys(" 20160810")
        self.browser.until_text("1 item found")

    def test_an_address_is_a_search(self):
        self.go("/search?q=rhein&from=2016-11-09&to=2016-11-10")
        self.browser.until_text("2 items found")
        self.assertEqual(self.browser.one("#search-q").get_attribute("value"), "rhein")
        self.assertEqual(self.browser.one("#search-from").get_attribute("value"), "2016-11-09")

    def test_a_kind_alone_is_a_search(self):
        self.go("/search?type=video")
        self.browser.until_text("2 items found")

    def test_nothing_asked_and_nothing_found_are_told_apart(self):
        self.go("/search")
        self.browser.until_text("Find a photo")
        self.browser.one("#search-q").send_keys("zebra")
        self.browser.until_text("Nothing was found")
        self.browser.one(".empty .button").click()
        self.browser.until_text("Find a photo")

    def test_what_looks_like_an_option_is_a_word(self):
        self.go("/search?q=limit%3D0+all%3D1")
        self.browser.until_text("Nothing was found")
        self.assertNothingWrong()

    def test_enter_leads_to_what_was_found(self):
        self.go("/search?q=beach")
        self.browser.until_tiles(11)
        self.browser.one("#search-q").send_keys(Keys.ENTER)
        self.browser.until(lambda: self.browser.run("return document.activeElement.getAttribute('role')") == "listbox", "the tiles have no focus")
