"""From screen to screen, as people go."""

from browser import Keys
from case import GalleryCase, ImaginedCase


class FlowTests(GalleryCase):
    def ids(self, request):
        return [line["id"] for line in self.library.ask(request) if "id" in line]

    def test_from_a_month_into_the_viewer_on_and_back_to_the_tile_looked_at_last(self):
        self.go("/months")
        self.browser.one("[data-month='2016-11']").click()
        tiles = self.browser.until_tiles(14)
        self.browser.tile(3).click()
        self.browser.until(lambda: self.browser.path.startswith(f"/photo/{tiles[3]}"), "the photo did not open")
        self.browser.one(".screen-viewer")
        for step in (4, 5):
            self.browser.press(Keys.ARROW_RIGHT)
            self.browser.until(lambda step=step: self.browser.path.startswith(f"/photo/{tiles[step]}"), f"the photo {step} did not come")
        self.browser.press(Keys.ESCAPE)
        self.browser.until(lambda: self.browser.path == "/month/2016-11" and not self.browser.all(".screen-viewer"), "the viewer stays")
        active = self.browser.run("return document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))?.dataset.id")
        self.assertEqual(active, tiles[5])
        self.assertFalse(self.browser.run("return document.getElementById('navigation').inert"))
        self.assertNothingWrong()

    def test_the_viewer_goes_on_where_the_grid_has_not_read(self):
        ids = self.ids("photos 2015-07 limit=300 fields=id")
        self.go("/month/2015-07")
        self.browser.until_tiles(20)
        self.browser.tile(0).click()
        self.browser.one(".screen-viewer")
        self.browser.until(lambda: self.browser.path.startswith(f"/photo/{ids[0]}"))
        self.browser.press(Keys.END)
        self.browser.until(lambda: self.browser.path.startswith(f"/photo/{ids[-1]}"), "the last photo did not come")
        self.browser.driver.back()
        self.browser.until(lambda: ids[-1] in self.browser.tiles(), "the grid is elsewhere")

    def test_back_and_forward_lead_through_the_screens(self):
        self.go("/months")
        self.browser.one("[data-month='2016-08']").click()
        tiles = self.browser.until_tiles(3)
        self.browser.tile(1).click()
        self.browser.one(".screen-viewer")
        self.browser.driver.back()
        self.browser.until(lambda: self.browser.path == "/month/2016-08")
        self.browser.driver.back()
        self.browser.one("[data-month='2016-08']")
        self.browser.driver.forward()
        self.browser.until(lambda: self.browser.tiles() == tiles)
        self.browser.driver.forward()
        self.browser.until(lambda: self.browser.path.startswith(f"/photo/{tiles[1]}"))
        self.browser.one(".screen-viewer")

    def test_an_address_of_a_photo_opens_it_and_back_shows_its_list(self):
        photo = self.ids("photos 2016-08 limit=1 fields=id")[0]
        self.go(f"/photo/{photo}?in=month%3A2016-08")
        self.browser.one(".screen-viewer")
        self.browser.until_text("1")
        self.browser.press(Keys.ESCAPE)
        self.browser.until(lambda: self.browser.path == "/month/2016-08", "it leads elsewhere")
        self.browser.until_tiles(3)

    def test_the_date_of_ten_is_edited_at_once_the_month_follows_and_it_is_taken_back(self):
        ids = self.ids("photos 2015-07 limit=10 fields=id")
        self.go("/month/2015-07")
        self.browser.until_tiles(20)
        self.browser.press(Keys.HOME)
        self.browser.press(*[Keys.ARROW_RIGHT] * 9, shift=True)
        self.browser.until_text("10 selected")
        self.browser.press("e")
        field = self.browser.one("dialog.editor [data-field=date]")
        self.browser.picture("edit-ten")
        # This axe does not know yet that an open dialog is a landmark, which may be called by its title.
        self.assertEqual(self.browser.barriers(besides=("region", "aria-allowed-role")), [])
        field.clear()
        field.send_keys("2012-03-04 10:00")
        self.browser.one("dialog.editor .editor-footer .primary").click()
        self.browser.until(lambda: self.library.ask("count 2012-03")[0]["totalCount"] == 10, "the photos are in another month")
        self.browser.until(lambda: not set(ids) & set(self.browser.tiles()), "they are still shown")
        self.browser.picture("edited-ten")
        batch = self.library.ask("batches")[0]["batch"]
        self.go("/months")
        self.browser.one("[data-month='2012-03']")
        self.library.ask(f"undo {batch}")
        self.browser.until(lambda: not self.browser.all("[data-month='2012-03']"), "the month stays")
        self.assertEqual(self.library.ask("count 2015-07")[0]["totalCount"], 300)

    def test_a_description_full_of_html_is_text_in_the_viewer(self):
        photo = self.ids("photos 2014-05 order=oldest limit=1 fields=id")[0]
        for address in (f"/photo/{photo}?in=month%3A2014-05", f"/photo/{photo}/details?in=month%3A2014-05"):
            self.go(address)
            self.browser.one("h1")
            self.browser.until_pictures()
            self.assertNotIn(self.browser.driver.title, ("1", "2"))
            self.assertEqual(self.browser.all("main b, main script, main img[src=x]"), [])
        self.assertNothingWrong()


class ReturningTests(ImaginedCase):
    def setUp(self):
        super().setUp()
        self.gallery.month("2016-11", [f"L/{number}" for number in range(6)])

    def test_a_page_that_is_loaded_anew_goes_back_where_it_would_have(self):
        self.go("/months")
        self.browser.one(".card").click()
        self.browser.until_tiles(6)
        self.browser.tile(1).click()
        self.browser.one(".screen-viewer .slide")
        self.browser.until(lambda: self.browser.path.startswith("/photo/L/1"), "the photo does not open")
        self.browser.driver.refresh()
        self.browser.one(".screen-viewer .slide")
        self.browser.press(Keys.ESCAPE)
        self.browser.until(lambda: self.browser.path == "/month/2016-11" and self.browser.tiles(), "the month does not come")
        self.browser.driver.back()
        self.browser.until(lambda: self.browser.path == "/months", "the way back is another")

    def test_an_address_that_is_no_text_is_no_page(self):
        for address in ("/month/%zz", "/batches/%E0%A4%A"):
            with self.subTest(address):
                self.go(address)
                self.browser.until_text("There is no such page")

    def test_a_screen_that_cannot_be_loaded_says_so_and_comes_when_it_can(self):
        for again in ("by its button", "by itself"):
            with self.subTest(again):
                self.go("/months")
                self.browser.one(".card")
                self.browser.until(lambda: self.gallery.pages, "it does not listen")
                self.gallery.absent.add("screens/batches.js")
                self.browser.run("document.querySelector(`#navigation a[href='/batches']`).click()")
                self.browser.until_text("photod does not answer")
                self.assertEqual(self.browser.path, "/batches")
                self.assertFalse(self.browser.all(".card"))
                self.gallery.absent.clear()
                if again == "by itself":
                    self.gallery.tell(event="photos", isFreshInstance=True)
                else:
                    self.browser.one(".empty .button").click()
                self.browser.until_text("Nothing has been changed yet")

    def test_a_screen_that_the_browser_remembers_as_unloadable_comes_with_a_page_that_begins_anew(self):
        self.go("/months")
        self.browser.one(".card")
        self.browser.until(lambda: self.gallery.pages, "it does not listen")
        self.gallery.broken.add("screens/batches.js")
        self.browser.run("document.querySelector(`#navigation a[href='/batches']`).click()")
        self.browser.until_text("photod does not answer")
        self.gallery.broken.clear()
        self.browser.one(".empty .button").click()
        self.browser.until_text("Nothing has been changed yet")
        self.assertEqual(self.browser.path, "/batches")

    def test_a_page_does_not_begin_anew_under_who_has_gone_on(self):
        self.go("/months")
        self.browser.one(".card")
        self.browser.until(lambda: self.gallery.pages, "it does not listen")
        self.gallery.broken.add("screens/batches.js")
        self.browser.run("document.querySelector(`#navigation a[href='/batches']`).click()")
        self.browser.until_text("photod does not answer")
        self.browser.run("""
            window.isSame = true;
            document.querySelector('.empty .button').click();
            document.querySelector(`#navigation a[href='/months']`).click();""")
        self.browser.one(".card")
        self.browser.pass_time(500)
        self.assertTrue(self.browser.run("return window.isSame === true"))

    def test_a_photo_that_is_not_there_has_not_the_title_of_the_one_before(self):
        self.go("/month/2016-11")
        self.browser.until_tiles(6)
        self.browser.tile(1).click()
        self.browser.until(lambda: "IMG_000001" in self.browser.driver.title, "the title is another")
        self.browser.press(Keys.ESCAPE)
        self.browser.until(lambda: not self.browser.all(".screen-viewer"), "the viewer stays")
        self.gallery.refuse("items", "no-such")
        self.browser.tile(2).click()
        self.browser.until_text("The photo cannot be shown")
        self.assertEqual(self.browser.driver.title, "Photo · Photos")
