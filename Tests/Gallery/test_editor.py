"""The form for many photos: what was touched is sent, and nothing else."""

from browser import DESKTOP, PHONE, Keys
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

    def test_the_way_back_from_a_change_stays_while_it_has_the_focus(self):
        self.go("/month/2016-11")
        self.browser.until_tiles(4)
        self.browser.press(Keys.HOME, "f")
        action = self.browser.one(".toast-action")
        self.browser.run("arguments[0].focus()", action)
        self.browser.chain().move_to_element(action).move_by_offset(0, -300).perform()
        self.browser.pass_time(2500)
        self.assertTrue(self.browser.all(".toast-action"))

    def test_back_closes_it_with_its_screen(self):
        self.go("/months")
        self.browser.one(".card").click()
        self.browser.until_tiles(4)
        self.browser.press(Keys.HOME, "e")
        self.browser.one("dialog.editor")
        self.browser.driver.back()
        self.browser.until(lambda: self.browser.path == "/months" and not self.browser.all("dialog"), "it stays")

    def test_back_from_a_photo_closes_it_and_the_grid_has_the_keyboard(self):
        self.go("/month/2016-11")
        self.browser.until_tiles(4)
        self.browser.tile(1).click()
        self.browser.one(".screen-viewer .slide")
        self.browser.press("e")
        self.browser.one("dialog.editor")
        self.browser.driver.back()
        self.browser.until(lambda: self.browser.path == "/month/2016-11" and not self.browser.all("dialog"), "it stays")
        self.browser.until(lambda: self.browser.run("return document.activeElement.className") == "grid-tiles", "the grid has no focus")

    def test_one_that_comes_late_does_not_open_over_another_screen(self):
        self.go("/months")
        self.browser.one(".card").click()
        self.browser.until_tiles(4)
        held = self.gallery.hold("groups")
        self.browser.press(Keys.HOME, "e")
        held.asked()
        self.browser.driver.back()
        self.browser.until(lambda: self.browser.path == "/months" and self.browser.all(".card"), "the months do not come")
        held.release()
        self.browser.pass_frames(10)
        self.assertEqual(self.browser.all("dialog"), [])

    def test_what_is_typed_after_one_escape_is_asked_about_again(self):
        asked = lambda: any("Nothing was saved yet" in text for text in self.browser.texts("dialog .field-note"))
        self.open().send_keys("one")
        self.browser.press(Keys.ESCAPE)
        self.browser.until(asked, "it is not asked")
        self.field("title").send_keys(" two")
        self.browser.until(lambda: not asked(), "it is still said")
        self.browser.press(Keys.ESCAPE)
        self.browser.until(asked, "it is not asked again")
        self.assertTrue(self.browser.all("dialog.editor[open]"))

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

    def test_a_second_save_is_of_what_failed_alone(self):
        self.gallery.results = {"L/1": {"result": "error", "message": "its sidecar is no XML"}, "L/2": {"result": "pending", "message": "the folder is read-only"}}
        self.open()
        self.browser.all("dialog .stars label")[3].click()
        self.save.click()
        self.browser.until_text("1 item could not be changed, 1 item shown, and written later")
        self.assertEqual(self.browser.texts("#editor-title"), ["Edit 1 item"])
        self.browser.picture("edit-failed")
        self.browser.press(Keys.ESCAPE)
        self.browser.until_text("Perhaps not all was saved.")
        self.gallery.results.clear()
        self.save.click()
        self.browser.until(lambda: not self.browser.all("dialog"), "it stays")
        self.assertEqual([posted[2] for posted in self.gallery.posted], [["L/0", "L/1", "L/2", "L/3"], ["L/1"]])

    def test_what_waits_is_not_sent_again(self):
        self.gallery.results = {f"L/{number}": {"result": "pending", "message": "the folder is read-only"} for number in range(4)}
        title = self.open()
        title.send_keys("A title")
        self.save.click()
        self.browser.until_text("4 items shown, and written later")
        self.browser.picture("edit-waits")
        self.assertFalse(self.save.is_enabled())
        self.assertTrue(self.browser.run("return document.querySelector('dialog .edit-form').inert && document.activeElement.textContent === 'Close'"))
        self.browser.press(Keys.ESCAPE)
        self.browser.until(lambda: not self.browser.all("dialog"), "it is asked about")
        self.assertEqual(len(self.gallery.posted), 1)

    def test_an_edit_that_nobody_answers_for_may_have_been_done_and_the_dialog_says_so(self):
        for size in (DESKTOP, PHONE):
            with self.subTest(size=size):
                self.browser.window(size)
                self.open().send_keys("A title")
                held = self.gallery.hold("edit")
                self.save.click()
                held.asked()
                held.cut()
                self.browser.until(lambda: self.browser.texts("dialog .results"), "the dialog says nothing")
                self.browser.picture(f"edit-unanswered-{size[0]}")
                self.assertEqual(self.browser.texts("dialog .results"), ["The gallery does not answer. It may have been done all the same: look before you do it again."])

    def test_a_date_that_is_corrected_keeps_the_offset_that_stands_beside_it(self):
        for about in self.gallery.about.values():
            about.update(localTime="2016-11-28T18:02:11", offset="+01:00")
        self.open()
        self.field("date").send_keys(Keys.BACKSPACE, "2")
        self.save.click()
        self.assertSent({"date": "2016-11-28T18:02:12", "offset": "+01:00"})

    def test_a_date_that_is_corrected_does_not_take_an_offset_along_that_nobody_has_said(self):
        for source in ("mtime", "mvhd"):
            with self.subTest(source):
                for about in self.gallery.about.values():
                    about.update(localTime="2024-01-10T12:00:00", offset="+01:00", dateSource=source)
                self.open()
                self.field("date").send_keys(Keys.CONTROL, "a")
                self.field("date").send_keys("2023-07-14 15:00")
                self.save.click()
                self.assertSent({"date": "2023-07-14T15:00"})

    def move_and_break_off(self, count, refusal=None):
        """The dates are moved, and the answer ends after so many lines."""
        self.open()
        self.browser.run("""
            const how = document.querySelector('dialog.editor [data-row=date] select');
            how.value = 'shift';
            how.dispatchEvent(new Event('change'));""")
        self.field("date").send_keys("+1h")
        held = self.gallery.hold("edit")
        self.save.click()
        held.asked()
        held.begin(count, refusal)
        if refusal is None:
            # Of what a browser has not read when the connection ends nothing is known.
            self.browser.pass_time(300)
            held.end()
        self.browser.until(lambda: self.browser.texts("dialog .results"), "the dialog says nothing")

    def test_an_edit_whose_batch_was_named_is_carried_out_and_not_sent_again(self):
        for count, refusal in ((1, {"code": 52, "name": "system", "message": "the disk is full"}), (1, None), (3, None)):
            with self.subTest(count=count, refusal=refusal):
                self.move_and_break_off(count, refusal)
                self.assertIn("It may have been done all the same", self.browser.texts("dialog .results")[0])
                self.assertFalse(self.save.is_enabled())
                self.assertTrue(self.browser.run("return document.querySelector('dialog .edit-form').inert"))
                self.assertEqual(self.browser.texts(".toast-action"), ["Undo"])
                self.browser.press(Keys.ESCAPE)
                self.browser.until(lambda: not self.browser.all("dialog"), "it is asked about")
                self.browser.one(".toast-action").click()
                self.browser.until_text("Undone")
                self.assertEqual(len(self.gallery.posted), 1)

    def test_what_failed_before_an_answer_broke_off_can_be_sent_again(self):
        self.gallery.results = {"L/1": {"result": "error", "message": "its sidecar is no XML"}}
        self.move_and_break_off(3)
        self.gallery.results.clear()
        self.save.click()
        self.browser.until(lambda: not self.browser.all("dialog"), "it stays")
        self.assertEqual([posted[2] for posted in self.gallery.posted], [["L/0", "L/1", "L/2", "L/3"], ["L/1"]])

    def test_an_edit_that_was_refused_before_its_batch_was_named_can_be_sent_again(self):
        self.move_and_break_off(0, {"code": 52, "name": "system", "message": "the disk is full"})
        self.assertEqual(self.browser.texts("dialog .results"), ["the disk is full"])
        self.save.click()
        self.browser.until(lambda: not self.browser.all("dialog"), "it stays")
        self.assertEqual(len(self.gallery.posted), 2)

    def test_escape_is_asked_about_beside_what_failed_and_anew_after_a_save(self):
        asked = lambda: any("Perhaps not all was saved" in text for text in self.browser.texts("dialog .field-note"))
        self.gallery.results = {"L/1": {"result": "error", "message": "its sidecar is no XML"}}
        self.open()
        self.browser.all("dialog .stars label")[3].click()
        for turn in range(2):
            self.save.click()
            self.browser.until(lambda turn=turn: len(self.gallery.posted) == turn + 1 and self.save.is_enabled(), "it is not sent")
            self.assertFalse(asked())
            self.browser.press(Keys.ESCAPE)
            self.browser.until(asked, "it is not asked")
            self.assertEqual(self.browser.texts("dialog .result-message"), ["its sidecar is no XML"])
            self.assertTrue(self.browser.all("dialog.editor[open]"))
