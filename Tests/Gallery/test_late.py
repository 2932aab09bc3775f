"""Answers that are late, and changes that come meanwhile."""

from browser import Keys
from case import ImaginedCase


class LateTests(ImaginedCase):
    def setUp(self):
        super().setUp()
        self.gallery.month("2016-11", [f"L/{number}" for number in range(6)])
        self.gallery.lists["group", "Beach"] = [f"L/{number}" for number in range(6)]

    def told(self):
        """The page hears of what happens, and has read what is on screen since it does."""
        self.browser.until(lambda: self.gallery.pages, "it does not listen")

    def until_tiles(self, *numbers):
        wanted = [f"L/{number}" for number in numbers]
        self.browser.until(lambda: self.browser.tiles() == wanted, f"not {wanted} but {self.browser.tiles()} are shown")

    def test_what_changes_before_the_page_listens_is_shown(self):
        for address, command, key in (("/month/2016-11", "photos", "2016-11"), ("/folder?name=Beach", "group", "Beach")):
            with self.subTest(address):
                ids = self.gallery.lists[command, key]
                self.gallery.is_told.clear()
                self.go(address)
                self.browser.until_tiles(6)
                ids.insert(0, "L/99")
                self.gallery.is_told.set()
                self.until_tiles(99, *range(6))

    def test_a_change_during_a_read_is_read_too(self):
        self.go("/folder?name=Beach")
        self.browser.until_tiles(6)
        self.told()
        ids = self.gallery.lists["group", "Beach"]
        first, second = self.gallery.hold("group"), self.gallery.hold("group")
        ids.insert(0, "L/97")
        self.gallery.tell(event="photos", change="inserted", id="L/97", monthKey="2016-11")
        first.asked()
        ids.insert(0, "L/98")
        self.gallery.tell(event="photos", change="inserted", id="L/98", monthKey="2016-11")
        first.release()
        self.until_tiles(97, *range(6))
        second.asked()
        second.release()
        self.until_tiles(98, 97, *range(6))

    def test_a_read_that_is_never_answered_holds_up_no_other(self):
        self.go("/folder?name=Beach")
        self.browser.until_tiles(6)
        self.told()
        self.browser.run("""
            AbortSignal.timeout = () => {
                const stop = new AbortController();
                window.runOut = () => stop.abort(new DOMException('', 'TimeoutError'));
                return stop.signal;
            };""")
        silent = self.gallery.hold("group")
        ids = self.gallery.lists["group", "Beach"]
        ids.insert(0, "L/97")
        self.gallery.tell(event="photos", change="inserted", id="L/97", monthKey="2016-11")
        silent.asked()
        self.browser.run("runOut()")
        self.browser.until_text("No answer has come in time.")
        ids.insert(0, "L/98")
        self.gallery.tell(event="photos", change="inserted", id="L/98", monthKey="2016-11")
        self.until_tiles(98, 97, *range(6))

    def test_who_looks_at_a_photo_that_the_list_has_lost_goes_on_where_it_stood(self):
        for lost, key, place, next in (("L/0", Keys.ARROW_RIGHT, "3 of 4", "L/4"), ("L/0", Keys.ARROW_LEFT, "3 of 4", "L/2"), ("L/5", Keys.ARROW_RIGHT, "4 of 4", "L/4")):
            with self.subTest(lost=lost, next=next):
                self.gallery.month("2016-11", [f"L/{number}" for number in range(6)])
                self.go("/photo/L/3?in=month%3A2016-11")
                self.browser.until(lambda: "4 of 6" in self.browser.texts(".viewer-place"), "it is not said where the photo stands")
                self.told()
                self.browser.until(lambda: len(self.browser.all(".strip .slide")) == 3, "there is nothing beside it")
                for gone in ("L/3", lost):
                    self.gallery.lists["photos", "2016-11"].remove(gone)
                    self.gallery.tell(event="photos", change="updated", id=gone, monthKey="2016-10", oldMonthKey="2016-11")
                self.browser.until(lambda: place in self.browser.texts(".viewer-place"), "it is not said where the photo stands now")
                self.browser.press(key)
                self.browser.until(lambda: self.browser.path.startswith(f"/photo/{next}?"), "the arrow leads to another")

    def test_a_photo_that_was_left_while_it_was_read_again_is_left(self):
        self.go("/photo/L/3?in=month%3A2016-11")
        self.browser.until(lambda: "4 of 6" in self.browser.texts(".viewer-place"), "it is not said where the photo stands")
        self.told()
        held = self.gallery.hold("items")
        self.gallery.tell(event="photos", change="updated", id="L/3", monthKey="2016-11")
        held.asked()
        self.browser.press(Keys.ESCAPE)
        self.until_tiles(*range(6))
        held.release()
        self.browser.pass_time(300)
        self.assertEqual(self.browser.complaints_of_page(), [])

    def test_a_timeline_that_is_being_read_is_not_called_empty(self):
        months = self.gallery.hold("months")
        self.addCleanup(self.browser.before("""
            window.said = new Set();
            new MutationObserver(() => document.querySelectorAll('.empty h2').forEach((title) => said.add(title.textContent))).observe(document, { childList: true, subtree: true });"""))
        self.go("/all")
        months.asked()
        self.told()
        again = self.gallery.hold("months")
        self.gallery.tell(event="months", monthKey="2016-11", totalCount=6, photoCount=6, videoCount=0)
        self.gallery.tell(event="photos", change="updated", id="L/1", monthKey="2016-11")
        again.asked()
        self.assertEqual(self.browser.run("return [...said]"), [])
        months.release()
        again.release()
        self.until_tiles(*range(6))
        self.assertEqual(self.browser.run("return [...said]"), [])

    def test_under_steady_changes_something_is_shown(self):
        for address, command, selector in (("/months", "months", "[data-month='2016-12']"), ("/folders", "groups", "[data-folder='=Skiing']")):
            with self.subTest(address):
                self.go(address)
                self.browser.one(".card")
                self.told()
                first, second = self.gallery.hold(command), self.gallery.hold(command)
                self.gallery.month("2016-12", ["L/7"])
                self.gallery.lists["group", "Skiing"] = ["L/7"]
                self.gallery.tell(event="photos", change="inserted", id="L/7", monthKey="2016-12")
                first.asked()
                self.gallery.tell(event="photos", change="updated", id="L/7", monthKey="2016-12")
                second.asked()
                first.release()
                self.browser.one(selector)
                second.release()
                self.gallery.month("2016-12", [])
                self.gallery.lists["group", "Skiing"] = []

    def test_a_timeline_of_another_kind_is_another_whichever_answer_comes_first(self):
        self.go("/all")
        self.browser.until_tiles(6)
        self.told()
        first, second = self.gallery.hold("months", type="photo"), self.gallery.hold("months", type="photo")
        self.browser.run("document.querySelector('.chooser input[value=photo]').click()")
        first.asked()
        self.gallery.month("2016-11", [f"L/{number}" for number in range(40, 46)])
        self.gallery.tell(event="months", monthKey="2016-11", totalCount=6, photoCount=6, videoCount=0)
        second.asked()
        second.release()
        self.until_tiles(*range(40, 46))
        first.release()
        self.browser.pass_frames()
        self.until_tiles(*range(40, 46))

    def test_a_folder_whose_last_photo_has_gone_says_so(self):
        self.go("/folder?name=Beach")
        self.browser.until_tiles(6)
        self.told()
        del self.gallery.lists["group", "Beach"]
        self.gallery.tell(event="photos", change="updated", id="L/1", monthKey="2016-11")
        self.browser.until_text("It is not there any more")
        self.gallery.lists["group", "Beach"] = ["L/3"]
        self.gallery.tell(event="photos", change="updated", id="L/3", monthKey="2016-11")
        self.until_tiles(3)

    def test_a_search_that_fails_does_not_show_what_was_found_before(self):
        self.gallery.lists["find", "beach"] = [f"L/{number}" for number in range(6)]
        self.go("/search?q=beach")
        self.browser.until_tiles(6)
        self.gallery.refuse("find")
        self.browser.one("#search-q").send_keys("x")
        self.browser.until_text("This could not be read")
        self.assertFalse(self.browser.one(".grid").is_displayed())

    def test_the_last_answer_counts_in_the_details(self):
        self.gallery.about["L/1"] = {"description": "before"}
        self.go("/photo/L/1/details")
        self.browser.until_text("Edit")
        self.told()
        first, second = self.gallery.hold("photo"), self.gallery.hold("photo")
        self.gallery.about["L/1"] = {"description": "between"}
        self.gallery.tell(event="photos", change="updated", id="L/1", monthKey="2016-11")
        first.asked()
        self.gallery.about["L/1"] = {"description": "after"}
        self.gallery.tell(event="photos", change="updated", id="L/1", monthKey="2016-11")
        second.asked()
        field = "return document.querySelector('[data-field=description]').value"
        second.release()
        self.browser.until(lambda: self.browser.run(field) == "after", "the change does not come")
        first.release()
        self.browser.pass_frames()
        self.assertEqual(self.browser.run(field), "after")

    def test_what_is_typed_while_a_photo_is_read_again_stays(self):
        self.go("/photo/L/1/details")
        self.browser.until_text("Edit")
        self.told()
        held = self.gallery.hold("photo")
        self.gallery.about["L/1"] = {"mimeType": "image/avif"}
        self.gallery.tell(event="photos", change="updated", id="L/1", monthKey="2016-11")
        held.asked()
        self.browser.one("[data-field=description]").send_keys("mine")
        held.release()
        self.browser.until_text("image/avif")
        self.assertEqual(self.browser.run("return document.querySelector('[data-field=description]').value"), "mine")

    def test_a_photo_that_goes_and_comes_back_is_shown_again_in_the_details(self):
        self.go("/photo/L/1/details")
        self.browser.one("[data-field=title]").send_keys("mine")
        self.told()
        self.gallery.refuse("photo", "no-such")
        self.gallery.tell(event="photos", change="deleted", id="L/1", oldMonthKey="2016-11")
        self.browser.until_text("This photo is not in the library")
        self.gallery.refused.clear()
        self.gallery.tell(event="photos", change="inserted", id="L/1", monthKey="2016-11")
        self.browser.one("[data-field=title]")
        self.browser.one(".details-facts")

    def test_a_field_that_has_the_focus_keeps_it_when_the_photo_changes(self):
        self.go("/photo/L/1/details")
        self.browser.one("[data-field=title]").click()
        self.told()
        self.gallery.about["L/1"] = {"mimeType": "image/avif", "viewed": True}
        self.gallery.tell(event="photos", change="updated", id="L/1", monthKey="2016-11")
        self.browser.until_text("image/avif")
        self.assertEqual(self.browser.run("return document.activeElement.dataset.field"), "title")

    def test_a_photo_that_is_opened_right_after_typing_stays_and_what_was_typed_is_found_on_return(self):
        self.gallery.lists["find", "beach"] = [f"L/{number}" for number in range(6)]
        self.gallery.lists["find", "beaches"] = ["L/3"]
        self.go("/search?q=beach")
        self.browser.until_tiles(6)
        self.browser.run("""
            const field = document.getElementById('search-q');
            field.value = 'beaches';
            field.dispatchEvent(new Event('input', { bubbles: true }));
            const tile = document.querySelector('.tile[data-id]');
            const box = tile.getBoundingClientRect();
            tile.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: box.right - 20, clientY: box.bottom - 20 }));""")
        self.browser.pass_time(400)
        self.assertTrue(self.browser.path.startswith("/photo/L/0?"), self.browser.path)
        self.browser.one(".screen-viewer .slide")
        self.browser.press(Keys.ESCAPE)
        self.until_tiles(3)
        self.assertEqual(self.browser.path, "/search?q=beaches")

    def test_what_was_found_is_announced_once_and_when_it_is_another_number(self):
        self.gallery.lists["find", "beach"] = [f"L/{number}" for number in range(6)]
        self.addCleanup(self.browser.before("""
            window.said = [];
            addEventListener('DOMContentLoaded', () => {
              const place = document.getElementById('announcements');
              new MutationObserver(() => place.textContent && said.push(place.textContent)).observe(place, { childList: true });
            });"""))
        found = "return said.filter((text) => text.includes('found'))"
        self.go("/search?q=beach")
        self.browser.until_tiles(6)
        self.told()
        self.browser.until(lambda: self.browser.run(found) == ["6 items found"], "it is not announced, or more is")
        self.gallery.about["L/2"] = {"description": "changed"}
        self.gallery.tell(event="photos", change="updated", id="L/2", monthKey="2016-11")
        self.browser.until(lambda: "changed" in self.browser.tile(2).get_attribute("aria-label"), "the change does not come")
        self.browser.pass_frames()
        self.assertEqual(self.browser.run(found), ["6 items found"])
        self.gallery.lists["find", "beach"].append("L/6")
        self.gallery.tell(event="photos", change="inserted", id="L/6", monthKey="2016-11")
        self.browser.until(lambda: self.browser.run(found) == ["6 items found", "7 items found"], "another number is not announced")

    def test_the_status_keeps_the_focus_while_it_changes(self):
        self.gallery.status = {"state": "scanning", "photos": 1, "uptime": 60, "roots": [{"path": "/photos", "uri": "file:///photos", "state": "online", "photos": 1, "videos": 0}]}
        self.go("/status")
        self.browser.until_text("1 photo, 0 videos")
        self.told()
        self.browser.run("document.querySelector('.root button').focus()")
        first, second = self.gallery.hold("status"), self.gallery.hold("status")
        self.gallery.status = {**self.gallery.status, "photos": 2, "roots": [{**self.gallery.status["roots"][0], "photos": 2}]}
        self.gallery.tell(event="status", state="scanning")
        first.asked()
        self.gallery.status = {**self.gallery.status, "photos": 3, "uptime": 61, "problems": [{"problem": "It is late"}], "roots": [{**self.gallery.status["roots"][0], "photos": 3}]}
        self.gallery.tell(event="status", state="scanning")
        second.asked()
        second.release()
        self.browser.until_text("3 photos, 0 videos")
        self.browser.until_text("It is late")
        first.release()
        self.browser.pass_frames(10)
        self.assertIn("3 photos, 0 videos", self.browser.text())
        self.assertEqual(self.browser.run("return document.activeElement.textContent"), "Look again")

    def test_the_status_counts_anew_when_photos_change(self):
        self.gallery.status = {"state": "ready", "groups": 0}
        self.go("/status")
        self.browser.until(lambda: "0\ngroups" in self.browser.texts(".figure"), "the groups are not counted")
        self.told()
        for groups, event in ((1, {"event": "status", "state": "ready"}), (2, {"event": "photos", "change": "updated", "id": "L/1", "monthKey": "2016-11"})):
            self.gallery.status = {"state": "ready", "groups": groups}
            self.gallery.tell(**event)
            self.browser.until(lambda: self.browser.texts(".figure")[-1].startswith(str(groups)), f"they are not counted anew after {event}")
            self.browser.pass_time(400)

    def test_folders_do_not_stand_among_files_that_cannot_be_read(self):
        self.gallery.status = {"state": "degraded", "unreadable": {"damaged": 1, "empty": 2, "directory": 2}}
        self.go("/status")
        self.browser.until_text("Files that cannot be read")
        self.assertEqual(self.browser.texts(".plain-list li"), ["1 is damaged", "2 are empty"])

    def test_a_folder_on_a_network_file_system_is_there(self):
        share = {"path": "/share", "uri": "file:///share", "source": "share", "state": "polled", "photos": 1, "videos": 0}
        away = {**share, "path": "/away", "uri": "file:///away", "state": "offline", "reason": "hanging"}
        self.gallery.status = {"state": "ready", "roots": [share, away]}
        self.go("/status")
        self.browser.until_text("Offline: the disk does not answer")
        self.assertEqual(self.browser.texts(".root:not(.is-offline) .root-about"), ["1 photo, 0 videos"])
        self.gallery.roots += [share, away]
        self.go("/import")
        self.browser.one("#import-into")
        self.assertEqual(self.browser.texts("#import-into option"), ["photos (/photos)", "share (/share)"])

    def test_a_batch_that_was_not_put_back_as_a_whole_can_be_undone_again(self):
        self.gallery.answers["batches"] = [{"batch": f"20161128-000{number}", "kind": "import", "ok": 3, "errors": 0, "state": "undone", "time": "2016-11-28T18:02:11+01:00", **more}
                                           for number, more in ((2, {"left": 1}), (1, {}))]
        self.go("/batches")
        self.browser.until_text("Undone but for 1")
        self.assertEqual(self.browser.run("return [...document.querySelectorAll('.batch button')].map((one) => one.getAttribute('aria-label'))"), ["Undo import 20161128-0002"])

    def test_a_batch_is_read_again_where_one_of_its_photos_has_changed(self):
        lines = [{"number": 1, "id": "L/1", "result": "ok", "undone": False, "now": {"title": "One"}},
                 {"batch": "20161128-0001", "kind": "edit", "ok": 1, "errors": 0, "state": "done", "time": "2016-11-28T18:02:11+01:00"}]
        self.gallery.batch = lines
        self.go("/batches/20161128-0001")
        self.browser.until_text("IMG_000001.jpg")
        self.told()
        reads = lambda: [command for command, _ in self.gallery.asked].count("batch")
        # It is read once more where the page begins to listen while it stands there.
        self.browser.pass_time(800)
        before = reads()
        self.gallery.tell(event="photos", change="updated", id="L/2", monthKey="2016-11")
        self.browser.pass_time(800)
        self.assertEqual(reads(), before)
        self.gallery.tell(event="photos", change="updated", id="L/1", monthKey="2016-11")
        self.browser.until(lambda: reads() == before + 1, "it is not read")


class ViewerTests(ImaginedCase):
    def setUp(self):
        super().setUp()
        self.gallery.month("2016-11", [f"L/{number}" for number in range(6)])

    def place(self):
        return self.browser.run("return document.querySelector('.viewer-place')?.textContent")

    def open(self, number):
        self.go(f"/photo/L/{number}?in=month%3A2016-11")
        self.browser.until(lambda: self.place() == f"{number + 1} of 6", "it is not said where the photo stands")
        self.browser.until(lambda: self.gallery.pages, "it does not listen")

    def until_photo(self, number):
        self.browser.until(lambda: self.browser.path.startswith(f"/photo/L/{number}?"), f"the photo {number} does not come")

    def open_before_unread(self):
        """A photo behind which the list was not read yet, with what is read there held."""
        self.gallery.month("2016-11", [f"L/{number}" for number in range(200)])
        self.go("/photo/L/38?in=month%3A2016-11")
        self.browser.until(lambda: self.place() == "39 of 200", "it is not said where the photo stands")
        self.browser.until(lambda: self.gallery.pages, "it does not listen")
        self.browser.until(lambda: len(self.browser.all(".strip .slide")) == 3, "there is nothing beside it")
        held = self.gallery.hold("photos", offset="40")
        self.browser.press(Keys.ARROW_RIGHT)
        self.until_photo(39)
        held.asked()
        return held

    def swipe(self):
        self.browser.chain().move_to_element(self.browser.one(".stage")).click_and_hold().move_by_offset(-60, 0).move_by_offset(-500, 0).release().perform()

    def in_the_middle(self):
        return self.browser.run("""
            const stage = document.querySelector('.stage').getBoundingClientRect();
            const middle = stage.left + stage.width / 2;
            return [...document.querySelectorAll('.slide')].filter((slide) => {
              const box = slide.getBoundingClientRect();
              return box.left < middle && box.right > middle;
            }).map((slide) => Number(slide.getAttribute('aria-label').match(/IMG_(\\d+)/)[1]));""")

    def test_a_swipe_that_fails_leaves_the_photo_in_the_middle_and_says_why(self):
        for calm in (True, False):
            with self.subTest(calm=calm):
                self.gallery.posted.clear()
                self.browser.window(calm=calm)
                held = self.open_before_unread()
                self.gallery.refuse("photos", "unreachable")
                held.fail()
                self.swipe()
                self.browser.until(lambda: "it cannot be done today" in " ".join(self.browser.texts(".toast.error")), "it is not said why")
                self.gallery.refused.clear()
                self.gallery.tell(event="photos", change="inserted", id="L/150", monthKey="2016-11")
                self.browser.until(lambda: len(self.browser.all(".strip .slide")) == 3, "there is nothing beside it")
                self.assertEqual(self.in_the_middle(), [39])
                self.browser.press(Keys.DELETE)
                self.browser.until(lambda: self.gallery.posted, "nothing was moved to the trash")
                self.assertEqual(self.gallery.posted[0][2], ["L/39"])
                self.assertEqual(self.browser.complaints_of_page(), [])

    def test_an_arrow_that_fails_says_why(self):
        held = self.open_before_unread()
        self.gallery.refuse("photos", "unreachable")
        held.fail()
        self.browser.press(Keys.ARROW_RIGHT)
        self.browser.until(lambda: "it cannot be done today" in " ".join(self.browser.texts(".toast.error")), "it is not said why")
        self.assertEqual(self.browser.complaints_of_page(), [])

    def test_a_photo_that_is_swept_aside_is_not_changed_by_a_key(self):
        held = self.open_before_unread()
        self.swipe()
        self.browser.press("f", Keys.DELETE)
        held.release()
        self.until_photo(40)
        self.browser.press("f")
        self.browser.until(lambda: self.gallery.posted, "nothing was made a favourite")
        self.assertEqual([(command, ids) for command, _, ids in self.gallery.posted], [("edit", ["L/40"])])

    def test_an_editor_that_comes_late_is_of_the_photo_on_screen(self):
        self.open(2)
        held = self.gallery.hold("groups")
        self.browser.press("e")
        held.asked()
        self.browser.press(Keys.ARROW_RIGHT)
        self.until_photo(3)
        held.release()
        self.browser.pass_frames()
        self.assertEqual(self.browser.all("dialog"), [])

    def test_back_to_a_photo_that_has_gone_says_so_and_the_address_is_that_of_the_photo_on_screen(self):
        self.open(2)
        self.gallery.refuse("items", "no-such")
        self.arrive(4)
        self.browser.until(lambda: self.browser.texts(".toast.error"), "it is not said")
        self.browser.until(lambda: self.browser.path.startswith("/photo/L/2?"), "the address is of another photo")
        self.assertEqual(self.place(), "3 of 6")

    def test_photos_that_were_passed_are_not_loaded_on(self):
        self.addCleanup(self.browser.before("""
            window.decoding = [];
            const { decode } = HTMLImageElement.prototype;
            HTMLImageElement.prototype.decode = function () {
              if (this.className !== 'slide-picture') return decode.call(this);
              decoding.push(this);
              return new Promise(() => {});
            };"""))
        self.open(0)
        for number in range(1, 5):
            self.browser.press(Keys.ARROW_RIGHT)
            self.until_photo(number)
        self.assertGreater(self.browser.run("return decoding.length"), 4)
        # The one on screen, and the one before, which stands beside it.
        self.assertLessEqual(self.browser.run("return decoding.filter((picture) => picture.hasAttribute('src')).length"), 2)

    def test_it_is_asked_once_why_a_film_cannot_be_played_however_much_happens_meanwhile(self):
        self.gallery.about["L/2"] = {"type": "video", "mimeType": "video/mp2t"}
        held = self.gallery.hold("video")
        self.open(2)
        held.asked()
        for number in (7, 8, 9):
            self.gallery.lists["photos", "2016-11"].append(f"L/{number}")
            self.gallery.tell(event="photos", change="inserted", id=f"L/{number}", monthKey="2016-11")
            self.browser.until(lambda number=number: self.place() == f"3 of {number}", "the change does not come")
        held.release()
        self.browser.one(".film-problem")
        self.assertEqual([command for command, _ in self.gallery.asked].count("video"), 1)

    def test_nothing_is_waited_for_that_was_let_go(self):
        # Large enough that a preview comes before the file itself, which does not come.
        self.gallery.about["L/2"] = {"width": 9000, "height": 6000, "modified": 1480327200000}
        self.addCleanup(self.browser.before("""
            const { decode } = HTMLImageElement.prototype;
            HTMLImageElement.prototype.decode = function () {
              return this.src.includes('/original/') ? new Promise((resolve, reject) => { window.fail = reject; }) : decode.call(this);
            };"""))
        self.open(2)
        self.browser.one(".slide:not([inert]) .slide-picture")
        self.browser.press("+")
        self.browser.one(".slide.is-sharpening")
        self.gallery.about["L/2"] = {"width": 9000, "height": 6000, "modified": 1480327300000}
        self.gallery.tell(event="photos", change="updated", id="L/2", monthKey="2016-11")
        version = "return document.querySelector('.slide:not([inert]) .slide-picture')?.src"
        before = self.browser.run(version)
        self.browser.until(lambda: self.browser.run(version) not in (None, before), "the other picture does not come")
        self.browser.run("window.fail(new DOMException('', 'EncodingError'))")
        self.browser.pass_frames()
        self.assertFalse(self.browser.all(".slide.is-sharpening"))

    def test_a_frame_that_was_saved_is_told_so_before_the_index_knows_it(self):
        self.gallery.about["L/2"] = {"type": "video", "mimeType": "video/mp2t"}
        self.gallery.answers["video"] = [{"id": "L/2", "supported": True, "duration": 5, "frameRate": 25}]
        self.gallery.answers["frame"] = [{"batch": "20161128-0003"}, {"time": 0, "result": "ok", "path": "/photos/a.jpg", "uri": "file:///photos/a.jpg"},
                                         {"batch": "20161128-0003", "ok": 1, "errors": 0}]
        self.open(2)
        self.browser.one(".film-problem")
        self.browser.one(".film-tools button").click()
        self.browser.until(lambda: self.browser.texts(".toast"), "nothing is said")
        self.assertIn("Saved as a.jpg", self.browser.texts(".toast")[0])
        self.assertIn("Undo", self.browser.texts(".toast")[0])

    def test_what_was_opened_of_the_information_stays_open_when_the_photo_is_read_again(self):
        self.gallery.about["L/2"] = {"why": {"date": {"candidates": [{"rule": "exif", "value": "2016", "verdict": "accepted"}]}}}
        self.open(2)
        self.browser.press("i")
        self.browser.one(".information .why summary").click()
        self.browser.run("document.querySelector('.information-more a').focus()")
        reads = lambda: [command for command, _ in self.gallery.asked].count("photo")
        before = reads()
        self.gallery.tell(event="photos", change="updated", id="L/2", monthKey="2016-11")
        self.browser.until(lambda: reads() > before, "it is not read again")
        self.browser.pass_frames()
        self.assertTrue(self.browser.run("return document.querySelector('.information .why').open"))
        self.assertTrue(self.browser.run("return document.activeElement.matches('.information-more a')"))

    def test_a_step_while_the_list_changes_goes_to_what_is_beside_the_photo_now(self):
        self.open(2)
        self.gallery.month("2016-11", [f"L/{number}" for number in (1, 2, 3, 4, 5)])
        held = self.gallery.hold("items")
        self.gallery.tell(event="photos", change="deleted", id="L/0", oldMonthKey="2016-11")
        held.asked()
        self.browser.press(Keys.ARROW_RIGHT)
        self.until_photo(3)
        held.release()
        self.browser.until(lambda: self.place() == "3 of 5", f"it is said to stand at {self.place()}")
        self.browser.press(Keys.ARROW_LEFT, Keys.ARROW_LEFT)
        self.until_photo(1)
        self.browser.until(lambda: self.place() == "1 of 5", f"it is said to stand at {self.place()}")

    def test_a_photo_that_goes_with_those_around_it_gives_way_to_one_that_is_left(self):
        self.open(5)
        self.gallery.month("2016-11", ["L/0", "L/1"])
        for number in (2, 3, 4, 5):
            self.gallery.tell(event="photos", change="deleted", id=f"L/{number}", oldMonthKey="2016-11")
        self.until_photo(1)
        self.browser.until(lambda: self.place() == "2 of 2", f"it is said to stand at {self.place()}")

    def test_a_photo_that_goes_by_itself_after_others_did_gives_way_to_one_that_is_left(self):
        self.open(5)
        self.gallery.month("2016-11", ["L/0", "L/1", "L/4"])
        held = self.gallery.hold("photos")
        self.gallery.tell(event="photos", change="deleted", id="L/5", oldMonthKey="2016-11")
        held.asked()
        self.gallery.month("2016-11", ["L/0", "L/1"])
        self.gallery.tell(event="photos", change="deleted", id="L/4", oldMonthKey="2016-11")
        self.browser.pass_frames()
        held.release()
        self.until_photo(1)

    def arrive(self, number):
        """The history leads to a photo."""
        self.browser.run("""
            const state = { entry: String(arguments[0]), depth: arguments[0] };
            history.pushState(state, '', `/photo/L/${arguments[0]}?in=month%3A2016-11`);
            dispatchEvent(new PopStateEvent('popstate', { state }));""", number)

    def test_back_right_after_a_step_leads_back(self):
        self.go("/month/2016-11")
        self.browser.until_tiles(6)
        self.browser.tile(2).click()
        self.browser.until(lambda: self.place() == "3 of 6", "it is not said where the photo stands")
        # The moment at which the viewer writes its photo's address passes while the page is on its way back.
        self.browser.run("""
            addEventListener('popstate', () => {
              const end = performance.now() + 400;
              while (performance.now() < end);
            }, { once: true });
            document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }));
            setTimeout(() => history.back(), 20);""")
        self.browser.until(lambda: self.browser.path == "/month/2016-11" and len(self.browser.tiles()) == 6, "it does not lead back")
        self.browser.pass_frames()
        self.assertEqual(self.browser.path, "/month/2016-11")

    def test_back_and_forward_in_haste_end_at_the_photo_of_the_address(self):
        self.open(2)
        first = self.gallery.hold("items")
        self.arrive(4)
        first.asked()
        self.arrive(5)
        self.browser.until(lambda: self.place() == "6 of 6", "the last photo does not come")
        first.release()
        self.browser.pass_frames(20)
        self.assertEqual(self.place(), "6 of 6")
        self.assertTrue(self.browser.path.startswith("/photo/L/5?"))
