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
