"""What is selected is what the list has."""

from browser import Keys
from case import ImaginedCase


class ChosenTests(ImaginedCase):
    def setUp(self):
        super().setUp()
        self.ids = [f"L/{number}" for number in range(6)]
        self.gallery.month("2016-11", self.ids)
        self.gallery.lists["favorites",] = list(self.ids)
        self.gallery.lists["find", "beach"] = list(self.ids)

    def open(self, address):
        self.go(address)
        self.browser.until_tiles(6)
        self.browser.until(lambda: self.gallery.pages, "it does not listen")
        self.browser.run("document.querySelector('.grid-tiles').focus()")

    def choose(self, address, many):
        self.open(address)
        self.browser.press(Keys.HOME)
        self.browser.press(*[Keys.ARROW_RIGHT] * (many - 1), shift=True)
        self.browser.until_text(f"{many} selected")

    def test_what_moves_to_another_month_or_is_deleted_is_not_selected_any_more(self):
        self.choose("/month/2016-11", 4)
        self.gallery.month("2016-11", self.ids[2:])
        self.gallery.month("2016-12", self.ids[:1])
        self.gallery.tell(event="photos", change="updated", id="L/0", monthKey="2016-12", oldMonthKey="2016-11")
        self.gallery.tell(event="photos", change="deleted", id="L/1", oldMonthKey="2016-11")
        self.browser.until_text("2 selected")
        self.browser.press(Keys.DELETE)
        self.browser.until(lambda: self.gallery.posted, "nothing was moved to the trash")
        self.assertEqual(self.gallery.posted[0][2], ["L/2", "L/3"])

    def test_what_leaves_a_list_of_another_kind_is_not_selected_any_more(self):
        for address, name in (("/favorites", ("favorites",)), ("/search?q=beach", ("find", "beach"))):
            with self.subTest(address):
                self.choose(address, 4)
                self.gallery.lists[name].remove("L/1")
                self.gallery.tell(event="photos", change="updated", id="L/1", monthKey="2016-11")
                self.browser.until_text("3 selected")
                self.browser.press("f")
                self.browser.until(lambda: self.gallery.posted, "nothing was made a favourite")
                self.assertEqual(self.gallery.posted.pop()[2], ["L/0", "L/2", "L/3"])

    def test_what_has_left_a_list_a_moment_ago_is_not_changed(self):
        for key, command in ((Keys.DELETE, "trash"), ("f", "edit")):
            with self.subTest(command):
                self.gallery.lists["favorites",] = list(self.ids)
                self.choose("/favorites", 4)
                self.gallery.lists["favorites",].remove("L/1")
                self.gallery.tell(event="photos", change="updated", id="L/1", monthKey="2016-11")
                self.browser.until(lambda: self.browser.tiles() == ["L/0", *self.ids[2:]], "it does not go")
                self.browser.press(key)
                self.browser.until(lambda: self.gallery.posted, "nothing was changed")
                posted, _, ids = self.gallery.posted.pop()
                self.assertEqual((posted, ids), (command, ["L/0", "L/2", "L/3"]))

    def test_nothing_is_changed_where_the_list_cannot_tell_what_it_has(self):
        self.choose("/favorites", 4)
        self.gallery.tell(event="photos", change="updated", id="L/1", monthKey="2016-11")
        held = self.gallery.hold("favorites", fields="id")
        held.asked()
        self.browser.press(Keys.DELETE)
        self.gallery.refuse("favorites")
        held.fail()
        self.browser.until_text("so nothing was changed")
        self.assertEqual(self.gallery.posted, [])

    def press_unsure(self):
        """Delete, while the list is read for what is selected. Gives the answer that is held."""
        self.choose("/favorites", 4)
        held = self.gallery.hold("favorites", fields="id")
        self.gallery.tell(event="photos", change="updated", id="L/1", monthKey="2016-11")
        held.asked()
        self.browser.press(Keys.DELETE)
        self.browser.until(lambda: self.browser.all(".selection-bar[aria-busy]"), "the bar is not busy")
        return held

    def test_a_change_that_waits_for_the_list_too_long_is_not_made_later(self):
        held = self.press_unsure()
        self.browser.until_text("so nothing was changed")
        self.assertEqual(self.browser.all(".selection-bar[aria-busy]"), [])
        held.release()
        self.browser.pass_time(300)
        self.assertEqual(self.gallery.posted, [])
        self.browser.press(Keys.DELETE)
        self.browser.until(lambda: self.gallery.posted, "nothing was moved to the trash")
        self.assertEqual(self.gallery.posted[0][2], self.ids[:4])

    def test_a_change_just_before_the_screen_is_left_says_that_it_was_not_made(self):
        self.press_unsure()
        self.browser.run("document.querySelector(`#navigation a[href='/months']`).click()")
        self.browser.until_text("so nothing was changed")
        self.assertEqual(self.gallery.posted, [])

    def test_a_change_does_not_wait_until_the_list_rests(self):
        self.choose("/favorites", 4)
        self.gallery.lists["favorites",].remove("L/1")
        first, second, third = (self.gallery.hold("favorites", limit="60") for _ in range(3))
        self.tell_of_a_change()
        first.asked()
        self.tell_of_a_change()
        self.browser.press(Keys.DELETE)
        first.release()
        second.asked()
        self.tell_of_a_change()
        second.release()
        third.asked()
        self.browser.until(lambda: self.gallery.posted, "nothing was moved to the trash")
        self.assertEqual(self.gallery.posted[0][2], ["L/0", "L/2", "L/3"])
        third.release()

    def tell_of_a_change(self):
        """Of a selected photo, until the page has heard of it."""
        self.gallery.tell(event="photos", change="updated", id="L/1", monthKey="2016-11")
        self.browser.pass_time(400)

    def test_what_changes_and_stays_is_selected_still(self):
        for address in ("/month/2016-11", "/favorites", "/all"):
            with self.subTest(address):
                self.choose(address, 4)
                self.gallery.about["L/1"] = {"description": address}
                self.gallery.tell(event="photos", change="updated", id="L/1", monthKey="2016-11")
                self.browser.until(lambda: address in self.browser.tile(1).get_attribute("aria-label"), "the change does not come")
                self.assertEqual(self.browser.selected(), self.ids[:4])

    def test_more_than_can_be_sent_at_once_is_sent_in_parts(self):
        many = [f"L/{number}" for number in range(60_000)]
        self.gallery.month("2016-11", many)
        self.go("/month/2016-11")
        self.browser.until_tiles(20)
        self.browser.press("a", control=True)
        self.browser.until_text("60,000 selected", 60)
        self.browser.press(Keys.DELETE)
        self.browser.until_text("60,000 items moved to the trash", 60)
        self.assertEqual([len(ids) for _, _, ids in self.gallery.posted], [50_000, 10_000])
        self.assertEqual([id for _, _, ids in self.gallery.posted for id in ids], many)

    def test_what_went_while_nobody_told_is_not_selected_any_more(self):
        self.choose("/month/2016-11", 4)
        self.gallery.month("2016-11", self.ids[1:])
        self.gallery.tell(event="photos", isFreshInstance=True)
        self.browser.until_text("3 selected")

    def test_while_what_is_selected_is_being_edited_the_list_is_not_read_for_its_ids(self):
        self.gallery.lists["group", "Beach"] = list(self.ids)
        self.open("/folder?name=Beach")
        self.browser.press("a", control=True)
        self.browser.until_text("6 selected")
        held = self.gallery.hold("edit")
        self.browser.press("f")
        held.asked()
        for number in range(3):
            self.gallery.about[f"L/{number}"] = {"description": "changed"}
            self.gallery.tell(event="photos", change="updated", id=f"L/{number}", monthKey="2016-11")
            self.browser.until(lambda number=number: "changed" in self.browser.tile(number).get_attribute("aria-label"), "the change does not come")
        # A second after the last of them it would be time to.
        self.browser.pass_time(1500)
        self.assertEqual([keys for command, keys in self.gallery.asked if command == "group" and keys.get("fields") == "id"], [])
        held.release()
        self.browser.until(lambda: not self.browser.selected(), "they are selected still")

    def test_one_reading_of_a_list_is_under_way_at_a_time(self):
        self.gallery.lists["group", "Beach"] = list(self.ids)
        self.open("/folder?name=Beach")
        first, second = self.gallery.hold("group"), self.gallery.hold("group")
        before = len(self.gallery.asked)
        for number in range(3):
            self.gallery.about[f"L/{number}"] = {"description": "changed"}
            self.gallery.tell(event="photos", change="updated", id=f"L/{number}", monthKey="2016-11")
            first.asked()
            self.browser.pass_time(400)
        self.assertEqual(len(self.gallery.asked) - before, 1)
        first.release()
        second.asked()
        second.release()
        self.browser.until(lambda: all("changed" in self.browser.tile(number).get_attribute("aria-label") for number in range(3)), "the changes do not come")

    def test_a_rubber_band_ends_with_its_screen(self):
        many = [f"L/{number}" for number in range(300)]
        self.gallery.month("2016-11", many)
        self.gallery.lists["favorites",] = many
        self.go("/month/2016-11")
        self.browser.until_tiles(20)
        chain = self.browser.chain()
        pointer = chain.w3c_actions.pointer_action
        pointer.move_to_location(500, 300)
        pointer.pointer_down()
        pointer.move_to_location(520, 500)
        pointer.move_to_location(540, 880)
        chain.w3c_actions.perform()
        self.browser.until(lambda: self.browser.run("return scrollY > 0"), "the page does not scroll along")
        self.browser.run("document.querySelector(`#navigation a[href='/favorites']`).click()")
        self.browser.until(lambda: self.browser.path == "/favorites" and len(self.browser.tiles()) >= 20, "the other screen does not come")
        self.browser.run("scrollTo(0, 0)")
        self.browser.pass_frames(20)
        self.assertEqual(self.browser.run("return scrollY"), 0)
        self.assertFalse(self.browser.run("return document.documentElement.classList.contains('selecting')"))
        self.browser.chain().release().perform()

    def test_letters_mean_the_same_with_caps_lock(self):
        self.choose("/month/2016-11", 2)
        self.browser.run("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'F', bubbles: true, cancelable: true }))")
        self.browser.until(lambda: self.gallery.posted, "nothing was made a favourite")

    def test_all_that_comes_late_gives_way_to_what_was_chosen_meanwhile(self):
        self.gallery.month("2016-11", [f"L/{number}" for number in range(300)])
        self.go("/month/2016-11")
        self.browser.until_tiles(20)
        held = self.gallery.hold("photos", fields="id")
        self.browser.press("a", control=True)
        held.asked()
        self.browser.press(Keys.HOME, Keys.SPACE)
        self.browser.until_text("1 selected")
        held.release()
        self.browser.pass_frames()
        self.assertEqual(self.browser.selected(), ["L/0"])
        self.assertEqual(self.browser.texts(".selection-count"), ["1 selected"])

    def click(self, id, key):
        self.browser.chain().key_down(key).click(self.browser.one(f".tile[data-id='{id}']")).key_up(key).perform()

    def test_shift_goes_from_the_photo_that_was_ticked_though_newer_ones_have_come(self):
        for address in ("/month/2016-11", "/favorites", "/all"):
            for first, last in ((3, 1), (1, 3)):
                with self.subTest(address, first=first):
                    self.gallery.month("2016-11", self.ids)
                    self.gallery.lists["favorites",] = self.ids
                    self.open(address)
                    self.click(f"L/{first}", Keys.CONTROL)
                    self.browser.until_text("1 selected")
                    now = ["L/20", "L/21", "L/22", *self.ids]
                    self.gallery.month("2016-11", now)
                    self.gallery.lists["favorites",] = now
                    self.gallery.tell(event="months", monthKey="2016-11", totalCount=9, photoCount=9, videoCount=0)
                    self.gallery.tell(event="photos", change="inserted", id="L/22", monthKey="2016-11")
                    self.browser.until(lambda: self.browser.tiles() == now, "the newer ones do not come")
                    self.click(f"L/{last}", Keys.SHIFT)
                    self.browser.until_text("3 selected")
                    self.assertEqual(self.browser.selected(), self.ids[1:4])

    def test_shift_goes_from_the_photo_that_was_ticked_though_it_is_not_in_memory_any_more(self):
        many = [f"L/{number}" for number in range(400)]
        for newer in ([], ["L/1000", "L/1001"]):
            with self.subTest(newer=newer):
                self.gallery.month("2016-11", many)
                self.go("/month/2016-11")
                self.browser.until_tiles(20)
                self.browser.until(lambda: self.gallery.pages, "it does not listen")
                self.browser.press(Keys.HOME, Keys.ARROW_RIGHT, Keys.SPACE)
                self.browser.until_text("1 selected")
                self.browser.press(Keys.END)
                self.browser.until(lambda: "L/399" in self.browser.tiles() and "L/1" not in self.browser.tiles(), "the last one does not come")
                self.gallery.month("2016-11", [*newer, *many])
                self.gallery.tell(event="photos", change="updated", id="L/399", monthKey="2016-11")
                last = str(len(newer) + 400)
                self.browser.until(lambda: self.browser.one(".tile[data-id='L/399']").get_attribute("aria-posinset") == last, "the newer ones do not come")
                self.click("L/399", Keys.SHIFT)
                self.browser.until_text("399 selected")

    def test_shift_begins_anew_where_the_photo_that_was_ticked_has_gone(self):
        self.open("/month/2016-11")
        self.click("L/0", Keys.CONTROL)
        self.browser.until_text("1 selected")
        self.gallery.month("2016-11", self.ids[1:])
        self.gallery.tell(event="photos", change="deleted", id="L/0", oldMonthKey="2016-11")
        self.browser.until(lambda: self.browser.tiles() == self.ids[1:], "it does not go")
        self.click("L/3", Keys.SHIFT)
        self.browser.until(lambda: self.browser.selected() == ["L/3"], "others are selected")
        self.click("L/5", Keys.SHIFT)
        self.browser.until(lambda: self.browser.selected() == ["L/3", "L/4", "L/5"], "others are selected")
