"""All photos in one timeline, and its scrubber."""

from browser import Keys
from case import GalleryCase


class TimelineTests(GalleryCase):
    def test_months_stand_one_after_the_other_with_their_counts(self):
        self.go("/all")
        self.browser.until_tiles(14)
        self.assertEqual(self.browser.texts(".grid-heading")[:2], ["November 2016\n14", "August 2016\n3"])
        self.browser.until_text("320 photos, 2 videos")

    def test_the_keys_of_the_scrubber_go_by_months_and_years(self):
        self.go("/all")
        self.browser.until_tiles(14)
        scrubber = self.browser.one(".scrubber")
        self.browser.run("arguments[0].focus()", scrubber)
        self.browser.press(Keys.PAGE_DOWN)
        self.browser.until(lambda: scrubber.get_attribute("aria-valuetext") == "July 2015, 300 items", "the scrubber is elsewhere")
        july = {item["id"] for item in self.library.ask("photos 2015-07 limit=40 fields=id") if "id" in item}
        self.browser.until(lambda: july & set(self.browser.tiles()), "July is not on screen")
        self.browser.press(Keys.HOME)
        self.browser.until(lambda: scrubber.get_attribute("aria-valuetext").startswith("November 2016"), "the scrubber is elsewhere")

    def test_dragging_the_scrubber_shows_the_month_that_it_is_at(self):
        self.go("/all")
        self.browser.until_tiles(14)
        box = self.browser.one(".scrubber").rect
        x, y = int(box["x"] + box["width"] / 2), int(box["y"])
        chain = self.browser.chain()
        chain.w3c_actions.pointer_action.move_to_location(x, y + 5)
        chain.w3c_actions.pointer_action.pointer_down()
        chain.w3c_actions.pointer_action.move_to_location(x, y + int(box["height"] / 2))
        chain.w3c_actions.perform()
        self.browser.until(lambda: self.browser.texts(".scrubber-bubble strong") == ["July 2015"], "the bubble says another month")
        self.browser.until_pictures()
        self.browser.picture("timeline-scrubber")
        chain = self.browser.chain()
        chain.w3c_actions.pointer_action.pointer_up()
        chain.w3c_actions.perform()
        self.browser.until(lambda: not self.browser.one(".scrubber-bubble").is_displayed(), "the bubble stays")

    def test_the_name_of_a_month_stays_when_its_header_has_gone(self):
        self.go("/all")
        self.browser.until_tiles(14)
        self.assertFalse(self.browser.one(".grid-now").is_displayed())
        self.browser.run("scrollTo(0, 3000)")
        self.browser.until(lambda: self.browser.texts(".grid-now") == ["July 2015"], "its name is not there")

    def test_a_thumb_that_is_held_still_becomes_finer(self):
        self.go("/all")
        self.browser.until_tiles(14)
        box = self.browser.one(".scrubber").rect
        chain = self.browser.chain()
        chain.w3c_actions.pointer_action.move_to_location(int(box["x"] + 20), int(box["y"] + box["height"] / 2))
        chain.w3c_actions.pointer_action.pointer_down()
        chain.w3c_actions.perform()
        self.browser.one(".scrubber.fine")
        chain = self.browser.chain()
        chain.w3c_actions.pointer_action.pointer_up()
        chain.w3c_actions.perform()
        self.browser.until(lambda: not self.browser.all(".scrubber.fine"), "it stays fine")

    def test_back_from_a_photo_leads_to_its_tile(self):
        self.go("/all")
        self.browser.until_tiles(14)
        self.browser.run("scrollTo(0, 2500)")
        tile = self.browser.until(lambda: next((tile for tile in self.browser.all(".tile[data-id]") if 200 < self.browser.run("return arguments[0].getBoundingClientRect().top", tile) < 500), None))
        wanted = tile.get_attribute("data-id")
        tile.click()
        self.browser.until(lambda: self.browser.path.startswith(f"/photo/{wanted}"), "the photo did not open")
        self.browser.driver.back()
        self.browser.until(lambda: self.browser.path == "/all" and wanted in self.browser.tiles(), "its tile is not on screen")
        self.assertGreater(self.browser.run("return scrollY"), 1000)

    def test_photos_alone_have_counts_of_their_own(self):
        self.go("/all?type=video")
        self.browser.until_tiles(2)
        self.assertEqual(self.browser.texts(".grid-heading"), ["November 2016\n2"])
