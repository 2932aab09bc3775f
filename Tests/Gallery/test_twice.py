"""What is pressed twice, or held, is done once."""

from browser import Keys
from case import ImaginedCase


class TwiceTests(ImaginedCase):
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

    def test_a_double_click_is_one_step_of_the_history(self):
        self.open("/month/2016-11", ".tile[data-id]")
        # A browser's list of entries ends at fifty, which other tests may have reached: the page counts its own steps.
        steps = "return history.state.depth ?? 0"
        before = self.browser.run(steps)
        self.browser.run("""
            const tile = document.querySelector('.tile[data-id]');
            const box = tile.getBoundingClientRect();
            const click = () => tile.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: box.right - 20, clientY: box.bottom - 20 }));
            click();
            click();""")
        self.browser.one(".screen-viewer .slide")
        self.assertEqual(self.browser.run(steps), before + 1)

    def test_delete_that_is_held_takes_one_photo(self):
        for address, selector in (("/month/2016-11", ".tile[data-id]"), ("/photo/L/0?in=month%3A2016-11", ".screen-viewer .slide")):
            with self.subTest(address):
                self.gallery.posted.clear()
                self.open(address, selector)
                held = self.gallery.hold("trash")
                self.browser.press(Keys.HOME, Keys.DELETE)
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
        self.browser.press(Keys.HOME, "f")
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
                self.browser.press(Keys.HOME, "e", "e")
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
                    self.browser.press(Keys.HOME, "e")
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

    def test_a_photo_whose_details_are_shown_goes_to_the_trash_once(self):
        self.go("/month/2016-11")
        self.browser.until_tiles(6)
        self.browser.run("document.querySelector('#navigation').insertAdjacentHTML('beforeend', '<a id=there href=\"/photo/L/0/details\"></a>'); there.click()")
        button = self.browser.one(".screen-details [aria-label='Move to trash']")
        self.browser.one(".details-form")
        self.gallery.posted.clear()
        held = self.gallery.hold("trash")
        button.click()
        held.asked()
        button.click()
        held.release()
        self.browser.until_text("1 item moved to the trash")
        self.browser.until(lambda: self.browser.path == "/month/2016-11", "it does not go back")
        self.browser.pass_frames()
        self.assertEqual(self.gallery.posted, [("trash", {}, ["L/0"])])

    def test_details_that_were_left_before_their_photo_went_do_not_go_back_twice(self):
        self.go("/month/2016-11")
        self.browser.until_tiles(6)
        self.browser.tile(0).click()
        self.browser.one(".screen-viewer .slide")
        self.browser.run("document.querySelector('#navigation').insertAdjacentHTML('beforeend', '<a id=there href=\"/photo/L/0/details?in=month%3A2016-11\"></a>'); there.click()")
        button = self.browser.one(".screen-details [aria-label='Move to trash']")
        self.browser.one(".details-form")
        held = self.gallery.hold("trash")
        button.click()
        held.asked()
        self.browser.press(Keys.ESCAPE)
        self.browser.until(lambda: not self.browser.all(".screen-details"), "it does not go back")
        held.release()
        self.browser.until_text("1 item moved to the trash")
        self.browser.pass_time(300)
        self.assertEqual(self.browser.path, "/photo/L/0?in=month%3A2016-11")

    def test_a_form_of_details_is_not_sent_again_while_its_photo_is_read(self):
        self.open("/photo/L/0/details", ".details-form")
        self.browser.one("[data-field=title]").send_keys("A title")
        read = self.gallery.hold("photo")
        self.browser.one(".details-form .primary").click()
        self.browser.until_text("Changed")
        read.asked()
        self.browser.press(Keys.ENTER)
        self.assertFalse(self.browser.one(".details-form .primary").is_enabled())
        read.release()
        self.browser.until(lambda: self.browser.all(".details-form .is-touched") == [], "the form stays")
        self.assertEqual(len(self.gallery.posted), 1)

    def test_what_is_in_the_trash_is_not_thrown_away_again_before_the_grid_shows_it(self):
        self.open("/month/2016-11", ".tile[data-id]")
        self.browser.press(Keys.HOME)
        read = self.gallery.hold("photos")
        self.browser.press(Keys.DELETE)
        self.browser.until_text("1 item moved to the trash")
        read.asked()
        self.browser.press(Keys.DELETE)
        self.browser.pass_frames()
        read.release()
        self.browser.pass_frames()
        self.assertEqual(self.gallery.posted, [("trash", {}, ["L/0"])])

    def test_what_was_put_back_can_be_thrown_away_again_while_the_list_goes_on_changing(self):
        self.gallery.lists["favorites",] = [f"L/{number}" for number in range(6)]
        self.open("/favorites", ".tile[data-id]")
        self.browser.press(Keys.HOME)
        first, second = self.gallery.hold("favorites"), self.gallery.hold("favorites")
        self.browser.press(Keys.DELETE)
        self.browser.until_text("1 item moved to the trash")
        first.asked()
        self.gallery.tell(event="photos", change="inserted", id="L/5", monthKey="2016-11")
        self.browser.pass_time(400)
        first.release()
        second.asked()
        # It is in the list still, as after an undo.
        self.browser.press(Keys.DELETE)
        self.browser.until(lambda: len(self.gallery.posted) == 2, "nothing was moved to the trash")
        second.release()

    def test_a_frame_is_saved_once(self):
        self.gallery.about["L/2"] = {"type": "video", "mimeType": "video/mp2t"}
        self.gallery.answers["video"] = [{"id": "L/2", "supported": True, "duration": 5, "frameRate": 25}]
        self.gallery.answers["frame"] = [{"batch": "20161128-0003"}, {"time": 0, "result": "ok", "uri": "file:///photos/a.jpg"}, {"batch": "20161128-0003", "ok": 1, "errors": 0}]
        self.open("/photo/L/2?in=month%3A2016-11", ".film-problem")
        held = self.gallery.hold("frame")
        button = self.browser.one(".film-tools button")
        button.click()
        held.asked()
        button.click()
        held.release()
        self.browser.until_text("Saved as a.jpg")
        self.browser.pass_frames()
        self.assertEqual([command for command, _ in self.gallery.asked].count("frame"), 1)

    def test_a_batch_that_is_being_taken_back_is_not_taken_back_again(self):
        batch = {"batch": "20161128-0002", "kind": "trash", "ok": 3, "errors": 0, "state": "done", "time": "2016-11-28T18:02:11+01:00"}
        self.gallery.answers["batches"] = [batch]
        self.open("/batches", ".batch button")
        held = self.gallery.hold("undo")
        self.browser.one(".batch button").click()
        held.asked()
        # It is shown anew meanwhile.
        self.gallery.answers["batches"] = [{**batch, "ok": 2}]
        self.gallery.tell(event="photos", change="inserted", id="L/9", monthKey="2016-11")
        self.browser.until_text("2 items moved to the trash")
        self.browser.one(".batch button").click()
        self.browser.until_text("It is being undone already.")
        held.release()
        self.browser.until_text("Undone")
        self.browser.pass_frames()
        self.assertEqual([command for command, _ in self.gallery.asked].count("undo"), 1)
