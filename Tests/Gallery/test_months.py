"""Months as cards, and a month as tiles."""

from browser import Keys
from case import GalleryCase, browser
from library import Library


class MonthsTests(GalleryCase):
    def test_months_are_cards_with_counts_the_newest_first(self):
        self.go("/")
        self.browser.one(".card")
        self.assertEqual(self.browser.texts(".cards-heading"), ["2016", "2015", "2014"])
        self.assertEqual(self.browser.texts(".card"), ["November\n12 photos, 2 videos", "August\n3 photos", "July\n300 photos", "May\n5 photos"])
        self.browser.until_text("4 months · 320 photos, 2 videos")
        self.assertNothingWrong()

    def test_the_chooser_shows_photos_or_videos_alone(self):
        self.go("/months")
        self.browser.one(".card")
        self.browser.one(".chooser input[value=video]").click()
        self.browser.until(lambda: self.browser.texts(".card") == ["November\n2 videos"])
        self.assertEqual(self.browser.path, "/months?type=video")
        self.browser.one(".card").click()
        self.browser.until_tiles(2)
        self.assertEqual(self.browser.path, "/month/2016-11?type=video")
        self.browser.until_text("2 videos")
        self.assertEqual(len(self.browser.tiles()), 2)

    def test_a_month_opens_and_back_leads_to_where_one_was(self):
        self.go("/months")
        self.browser.one("[data-month='2015-07']").click()
        self.browser.until_text("July 2015")
        self.browser.until_tiles(20)
        self.browser.driver.back()
        self.browser.one("[data-month='2015-07']")
        self.assertEqual(self.browser.path, "/months")

    def test_the_ring_around_a_card_that_has_the_focus_is_whole(self):
        for address in ("/months", "/folders"):
            self.go(address)
            self.browser.one(".card")
            for _ in range(40):
                self.browser.press(Keys.TAB)
                if self.browser.run("return document.activeElement.matches('.card')"):
                    break
            ring = self.browser.run("""
                const card = document.activeElement;
                const ringed = [card, ...card.querySelectorAll('*')].filter((part) => getComputedStyle(part).outlineStyle !== 'none');
                const cutting = (part) => {
                    const style = getComputedStyle(part);
                    return style.contentVisibility !== 'visible' || /paint|strict|content/.test(style.contain) || style.overflow !== 'visible';
                };
                return ringed.map((part) => {
                    const { outlineWidth, outlineOffset } = getComputedStyle(part), reach = parseFloat(outlineWidth) + parseFloat(outlineOffset);
                    const inner = part.getBoundingClientRect();
                    for (let above = part.parentElement; above; above = above.parentElement) {
                        const box = above.getBoundingClientRect();
                        if (above !== document.documentElement && above !== document.body && cutting(above)
                            && (inner.left - reach < box.left || inner.right + reach > box.right || inner.top - reach < box.top)) return above.className || above.tagName;
                    }
                    return null;
                });
            """)
            self.assertEqual(ring, [None], address)

    def test_only_what_is_on_screen_exists_of_a_long_month(self):
        self.go("/month/2015-07")
        self.browser.until_tiles(20)
        most = 0
        for _ in range(30):
            self.browser.run("scrollBy(0, 250)")
            self.browser.until(lambda: self.browser.run("return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"))
            most = max(most, len(self.browser.all(".tile")))
        self.browser.until_tiles(20)
        self.assertLess(most, 80)

    def test_the_last_photo_is_where_the_scrolling_ends(self):
        self.go("/month/2015-07")
        self.browser.until_tiles(20)
        self.browser.run("scrollTo(0, document.documentElement.scrollHeight)")
        last = self.library.ask("photos 2015-07 offset=299 limit=1 fields=id")[0]["id"]
        self.browser.until(lambda: last in self.browser.tiles(), "the last photo is not there")
        self.browser.picture("month-end")

    def test_tiles_have_names_for_those_who_hear_them(self):
        self.go("/month/2016-11")
        self.browser.until_tiles(10)
        label = self.browser.tile(0).get_attribute("aria-label")
        self.assertTrue(label.startswith("Video, 21 November 2016"), label)
        self.assertEqual(self.browser.tile(0).get_attribute("aria-setsize"), "14")

    def test_the_keyboard_goes_among_tiles_and_opens_one(self):
        self.go("/month/2016-11")
        tiles = self.browser.until_tiles(14)
        self.browser.until(lambda: self.browser.run("return document.activeElement.classList.contains('grid-tiles')"), "the tiles have no focus")
        self.browser.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
        active = self.browser.run("return document.getElementById(document.activeElement.getAttribute('aria-activedescendant')).dataset.id")
        self.assertEqual(active, tiles[2])
        self.browser.press(Keys.ENTER)
        self.browser.until(lambda: self.browser.path.startswith(f"/photo/{tiles[2]}?in=month%3A2016-11"), "the photo did not open")

    def test_a_month_that_is_none_says_so(self):
        for address in ("/month/2016-13", "/month/nonsense"):
            self.go(address)
            self.browser.until_text("There is no such page")
        self.go("/month/1999-01")
        self.browser.until_text("Nothing in January 1999")


class EmptyLibraryTests(GalleryCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = browser()
        cls.library = Library()
        cls.addClassCleanup(cls.library.__exit__)
        cls.library.__enter__()
        cls.library.start()
        cls.browser.go(cls.library.open())

    def test_an_empty_library_says_what_to_do(self):
        for address, title in [("/months", "No photos yet"), ("/all", "No photos yet"), ("/folders", "No folders yet"), ("/favorites", "No favourites yet")]:
            with self.subTest(address):
                self.go(address)
                self.browser.until_text(title)
                self.browser.picture(f"empty{address.replace('/', '-')}")
                self.assertEqual(self.browser.barriers(), [])
