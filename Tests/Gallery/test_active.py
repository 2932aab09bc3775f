"""The photo that the keyboard is at: what its keys change is what is marked."""

from browser import Keys
from case import ImaginedCase


class ActiveCase(ImaginedCase):
    def setUp(self):
        super().setUp()
        self.ids = [f"L/{number}" for number in range(10)]
        self.listed(self.ids)

    def listed(self, ids):
        self.gallery.month("2016-11", ids)
        self.gallery.lists["group", "Beach"] = list(ids)

    def open(self, address, some=10):
        self.go(address)
        self.browser.until_tiles(some)
        self.browser.until(lambda: self.gallery.pages, "it does not listen")
        self.browser.until(lambda: self.browser.run("return document.activeElement.matches('.grid-tiles')"), "the grid has no focus")

    def change(self, ids, **change):
        self.listed(ids)
        self.gallery.tell(event="months", monthKey="2016-11", totalCount=len(ids), photoCount=len(ids), videoCount=0)
        self.gallery.tell(event="photos", monthKey="2016-11", **change)
        self.browser.until(lambda: self.browser.tiles()[:len(ids)] == ids[:len(self.browser.tiles())], "the change does not come")

    def active(self):
        """The photo that is told to be active, where it is the one that is marked."""
        return self.browser.run("""
            const told = document.getElementById(document.querySelector('.grid-tiles').getAttribute('aria-activedescendant'));
            const marked = document.querySelector('.tile.active');
            return marked && marked === told ? marked.dataset.id : null;""")

    def assertChanged(self, *ids):
        self.browser.until(lambda: self.gallery.posted, "nothing was changed")
        self.assertEqual([posted[2] for posted in self.gallery.posted], [list(ids)])


class ActiveTests(ActiveCase):
    def test_the_keyboard_stays_at_its_photo_when_newer_ones_come(self):
        for address in ("/month/2016-11", "/all", "/folder?name=Beach"):
            with self.subTest(address):
                self.listed(self.ids)
                self.gallery.posted.clear()
                self.open(address)
                self.browser.press(Keys.HOME, *[Keys.ARROW_RIGHT] * 3)
                self.browser.until(lambda: self.active() == "L/3", "it is at another")
                self.change(["L/20", "L/21", *self.ids], change="inserted", id="L/21")
                self.assertEqual(self.active(), "L/3")
                self.browser.press(Keys.DELETE)
                self.assertChanged("L/3")

    def test_where_its_photo_has_gone_the_keyboard_is_at_the_next_one(self):
        self.open("/month/2016-11")
        self.browser.press(Keys.HOME, *[Keys.ARROW_RIGHT] * 3)
        self.change(["L/20", "L/0", "L/1", "L/2", *self.ids[5:]], change="deleted", id="L/3")
        self.assertEqual(self.active(), "L/5")

    def test_where_nothing_of_what_was_around_its_photo_is_left_no_key_changes_another(self):
        self.open("/month/2016-11")
        self.browser.press(Keys.END)
        self.browser.until(lambda: self.active() == "L/9", "it is at another")
        self.change([f"L/{number}" for number in range(20, 30)], change="deleted", id="L/9")
        self.browser.press(Keys.DELETE)
        self.browser.until(lambda: self.active() == "L/20", "no photo is shown to be meant")
        self.assertEqual(self.gallery.posted, [])

    def test_a_photo_that_was_gone_to_before_it_was_read_is_stayed_at_too(self):
        for address, command in (("/month/2016-11", "photos"), ("/folder?name=Beach", "group")):
            with self.subTest(address):
                many = [f"L/{number}" for number in range(1000)]
                self.listed(many)
                self.gallery.posted.clear()
                self.open(address, 20)
                held = self.gallery.hold(command)
                self.browser.press(Keys.END)
                held.asked()
                held.release()
                self.browser.until(lambda: self.active() == "L/999", "it is at another")
                self.listed(["L/2000", *many])
                self.gallery.tell(event="photos", change="inserted", id="L/2000", monthKey="2016-11")
                self.browser.until(lambda: self.browser.run("return document.querySelector('.tile[data-id=\"L/999\"]').getAttribute('aria-posinset')") == "1001", "the change does not come")
                self.assertEqual(self.active(), "L/999")
                self.browser.press(Keys.DELETE)
                self.assertChanged("L/999")

    def test_the_keyboard_is_at_its_photo_when_one_comes_back_to_a_list_that_has_changed(self):
        self.open("/folder?name=Beach")
        self.browser.press(Keys.HOME, *[Keys.ARROW_RIGHT] * 3)
        self.browser.one("#navigation a[href='/months']").click()
        self.browser.one("[data-month='2016-11']")
        self.listed(["L/20", "L/21", *self.ids])
        self.browser.driver.back()
        self.browser.until_tiles(12)
        self.browser.press("x")
        self.browser.until(lambda: self.browser.selected() == ["L/3"], "the keyboard is at another")


class SeenTests(ActiveCase):
    def assertNothingIsChangedUnseen(self, key, at):
        self.assertIsNone(self.active())
        self.browser.press(key)
        self.browser.until(lambda: self.active() == at, "it is not shown which photo is meant")
        self.browser.pass_frames()
        self.assertEqual(self.gallery.posted, [])
        self.assertEqual(self.browser.all("dialog"), [])

    def test_a_key_that_changes_a_photo_shows_first_which(self):
        for key in (Keys.DELETE, "f", "e"):
            with self.subTest(key):
                self.gallery.posted.clear()
                self.open("/month/2016-11")
                self.assertNothingIsChangedUnseen(key, "L/0")
                self.browser.press(key)
                if key == "e":
                    self.browser.one("dialog.editor")
                else:
                    self.assertChanged("L/0")

    def test_what_was_clicked_last_is_not_changed_by_a_key_before_it_is_marked(self):
        self.open("/month/2016-11")
        self.browser.press(Keys.HOME, Keys.ARROW_RIGHT)
        self.browser.until(lambda: self.active() == "L/1", "it is at another")
        for number in (2, 4):
            self.browser.chain().key_down(Keys.CONTROL).click(self.browser.tile(number)).key_up(Keys.CONTROL).perform()
        self.browser.until_text("2 selected")
        self.browser.one(".selection-bar [aria-label='Clear the selection']").click()
        self.assertNothingIsChangedUnseen(Keys.DELETE, "L/4")

    def test_a_click_takes_the_mark_away(self):
        self.open("/month/2016-11")
        self.browser.press(Keys.HOME)
        self.browser.until(lambda: self.active() == "L/0", "it is at another")
        self.browser.chain().key_down(Keys.CONTROL).click(self.browser.tile(2)).key_up(Keys.CONTROL).perform()
        self.browser.chain().key_down(Keys.CONTROL).click(self.browser.tile(2)).key_up(Keys.CONTROL).perform()
        self.browser.until(lambda: self.browser.selected() == [], "it is still selected")
        self.assertNothingIsChangedUnseen(Keys.DELETE, "L/2")

    def test_who_comes_back_from_a_photo_by_mouse_changes_nothing_unseen(self):
        self.open("/month/2016-11")
        self.browser.tile(5).click()
        self.browser.one(".screen-viewer .viewer-back").click()
        self.browser.until(lambda: self.browser.path == "/month/2016-11" and not self.browser.all(".screen-viewer"), "the viewer stays")
        self.assertNothingIsChangedUnseen("f", "L/5")

    def test_a_photo_that_was_scrolled_away_is_brought_back_before_it_is_changed(self):
        self.listed([f"L/{number}" for number in range(300)])
        self.open("/month/2016-11", 20)
        self.browser.press(Keys.HOME, Keys.ARROW_RIGHT)
        self.browser.until(lambda: self.active() == "L/1", "it is at another")
        self.browser.run("scrollTo(0, 3000)")
        self.browser.until(lambda: self.browser.tiles() and "L/1" not in self.browser.tiles(), "it is not scrolled")
        self.assertNothingIsChangedUnseen(Keys.DELETE, "L/1")
