"""The form for many photos: what was touched is sent, and nothing else."""

from browser import Keys
from case import ImaginedCase


class EditorTests(ImaginedCase):
    def setUp(self):
        super().setUp()
        self.gallery.month("2016-11", [f"L/{number}" for number in range(4)])
        for number in range(4):
            self.gallery.about[f"L/{number}"] = {"title": f"Title {number}", "description": f"Story {number}", "latitude": number, "longitude": 1}

    def open(self):
        self.gallery.posted.clear()
        self.go("/month/2016-11")
        self.browser.until_tiles(4)
        self.browser.press("a", control=True)
        self.browser.until_text("4 selected")
        self.browser.press("e")
        return self.browser.one("dialog.editor [data-field=title]")

    def field(self, name):
        return self.browser.one(f"dialog.editor [data-field={name}]")

    @property
    def save(self):
        return self.browser.one("dialog.editor .editor-footer .primary")

    def assertSent(self, keys):
        self.browser.until(lambda: self.gallery.posted, "nothing was sent")
        self.assertEqual([posted[1] for posted in self.gallery.posted], [keys])

    def test_what_is_typed_into_a_field_that_differs_and_deleted_again_was_not_touched(self):
        self.open()
        for name in ("title", "description", "place"):
            with self.subTest(name):
                self.field(name).send_keys("1")
                self.assertTrue(self.save.is_enabled())
                self.field(name).send_keys(Keys.BACKSPACE)
                self.assertFalse(self.save.is_enabled())
                self.assertEqual(self.browser.all("dialog .is-touched"), [])
        self.browser.all("dialog .stars label")[3].click()
        self.save.click()
        self.assertSent({"rating": "4"})

    def test_a_place_that_all_have_is_taken_away_by_deleting_it(self):
        for about in self.gallery.about.values():
            about["latitude"] = 1
        self.open()
        self.field("place").send_keys(Keys.CONTROL, "a")
        self.browser.press(Keys.BACKSPACE)
        self.save.click()
        self.assertSent({"location": "none"})

    def test_a_place_is_taken_from_all_by_saying_so(self):
        self.open()
        self.browser.one("dialog.editor [title='No place']").click()
        self.save.click()
        self.assertSent({"location": "none"})

    def test_a_keyword_that_is_added_and_removed_leaves_nothing_to_save(self):
        self.open()
        self.field("keywords").send_keys("sea", Keys.ENTER)
        self.assertTrue(self.save.is_enabled())
        self.browser.one("dialog.editor [aria-label='Remove sea']").click()
        self.assertFalse(self.save.is_enabled())

    def test_a_keyword_that_is_still_being_typed_is_not_lost(self):
        with self.subTest("by Escape"):
            self.open()
            self.field("keywords").send_keys("sea")
            self.browser.press(Keys.ESCAPE)
            self.browser.until_text("Nothing was saved yet")
        with self.subTest("by one click on Save"):
            self.open()
            self.field("keywords").send_keys("sea, sun")
            self.save.click()
            self.assertSent({"keywords": "+sea,+sun"})

    def test_a_keyword_that_is_typed_and_deleted_again_leaves_nothing_to_save(self):
        self.gallery.about["L/0"]["keywords"] = ["sea"]
        self.open()
        self.field("keywords").send_keys("s")
        self.assertTrue(self.save.is_enabled())
        self.field("keywords").send_keys(Keys.BACKSPACE)
        self.assertFalse(self.save.is_enabled())

    def test_a_keyword_that_all_have_and_that_is_typed_again_leaves_nothing_to_save(self):
        for about in self.gallery.about.values():
            about["keywords"] = ["sea"]
        self.open()
        self.field("keywords").send_keys("sea")
        self.assertFalse(self.save.is_enabled())
        self.field("keywords").send_keys(Keys.ENTER)
        self.browser.one("dialog.editor [aria-label='Remove sea']").click()
        self.assertTrue(self.save.is_enabled())
        self.field("keywords").send_keys("sea", Keys.ENTER)
        self.assertFalse(self.save.is_enabled())
