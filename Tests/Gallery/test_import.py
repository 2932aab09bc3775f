"""Photos into the library: chosen, and taken with the camera."""

from case import GalleryCase, ImaginedCase
from library import describe, picture


class ImportTests(GalleryCase):
    def file(self, name, number, text=None):
        path = self.library.folder / "card" / name
        picture(path, number)
        if text:
            describe(path, text)
        self.addCleanup(path.unlink)
        return path

    def open(self):
        self.go("/import")
        self.browser.one(".drop-zone")

    def choose(self, *paths):
        self.browser.one("input[type=file]").send_keys("\n".join(str(path) for path in paths))

    def undo(self):
        self.browser.one(".toast-action").click()
        self.browser.until_text("Undone")

    def found(self, word):
        return [line["path"] for line in self.library.ask(f"find {word} fields=path") if "path" in line]

    def test_files_that_are_chosen_are_in_the_library_and_go_again(self):
        paths = [self.file("IMG_20180304_101500.jpg", 310, "Skiing"), self.file("IMG_20180305_101500.jpg", 311, "Skiing")]
        self.open()
        self.choose(*paths)
        self.browser.until_text("2 imported")
        self.assertEqual(len(self.found("Skiing")), 2)
        self.browser.until(lambda: len(self.browser.all(".new-list a")) == 2, "they are not shown")
        self.browser.until_pictures()
        self.browser.picture("import-done")
        self.assertEqual(self.browser.barriers(), [])
        self.undo()
        self.browser.until(lambda: self.found("Skiing") == [], "they stay in the library")
        self.assertNothingWrong()

    def test_what_the_library_has_already_and_what_is_no_photo_is_told(self):
        there = next(self.library.photos.glob("trip/IMG_20161101*.jpg"))
        new = self.file("IMG_20180306_101500.jpg", 312)
        words = self.library.folder / "card" / "words.jpg"
        words.write_text("no photo")
        self.addCleanup(words.unlink)
        self.open()
        self.choose(there, new, words)
        self.browser.until_text("1 imported, 1 was there already, 1 failed")
        self.browser.picture("import-some")
        self.undo()
        self.assertTrue(there.exists())

    def test_a_sidecar_shares_the_lot_of_its_photo(self):
        photo = self.file("IMG_20180311_101500.jpg", 317)
        sidecar = photo.with_suffix(".xmp")
        sidecar.write_text('<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta>')
        self.addCleanup(sidecar.unlink)
        self.open()
        self.choose(photo, sidecar)
        self.browser.until_text("1 imported")
        self.assertIn("Went with its shot.", self.browser.texts(".upload-state"))
        self.open()
        self.choose(photo, sidecar)
        self.browser.until_text("1 was there already")
        self.assertEqual(self.browser.texts(".upload-state"), ["The library has it already.", "The library has its photo already."])
        batch = next(batch["batch"] for batch in self.library.ask("batches") if batch["state"] == "done")
        self.library.ask(f"undo {batch}")

    def test_a_description_is_given_and_is_the_name_of_the_folder(self):
        name = "‫עברית‬ <script>alert(1)</script> " + "é" * 60
        self.open()
        self.browser.run("const field = document.getElementById('import-description'); field.value = arguments[0];", name)
        self.choose(self.file("IMG_20180307_101500.jpg", 313))
        self.browser.until_text("1 imported")
        photos = self.library.ask("photos 2018-03 fields=description,path")
        self.assertIn("<script>", photos[0]["description"])
        self.assertTrue(photos[0]["path"].startswith(str(self.library.photos)), photos[0])
        self.assertEqual(self.browser.all("main script"), [])
        self.undo()

    def test_an_import_with_a_description_is_taken_back_whole(self):
        before = {path for path in self.library.photos.rglob("*")}
        self.open()
        self.browser.one("#import-description").send_keys("Lisbon")
        self.choose(self.file("IMG_20180309_101500.jpg", 315))
        self.browser.until_text("1 item imported")
        self.assertEqual([path.suffix for path in self.library.photos.glob("**/*20180309*")].count(".xmp"), 1)
        self.undo()
        self.assertEqual([str(path) for path in self.library.photos.rglob("*") if path.is_file() and path not in before], [])
        self.assertEqual([batch["state"] for batch in self.library.ask("batches")[:2]], ["undone", "undone"])

    def test_a_name_of_255_bytes_is_kept(self):
        name = "IMG_20180308_101500 " + "é" * 115 + ".jpg"
        self.assertLessEqual(len(name.encode()), 255)
        self.open()
        self.choose(self.file(name, 314))
        self.browser.until_text("1 imported")
        self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), 1440)
        self.undo()

    def test_a_file_that_went_after_it_was_chosen_could_not_be_read(self):
        path = self.library.folder / "card" / "IMG_20180310_101500.jpg"
        picture(path, 316)
        self.open()
        self.browser.run("""
            window.wait = (event) => event.stopImmediatePropagation();
            document.addEventListener('change', wait, true);""")
        self.choose(path)
        path.unlink()
        self.browser.run("""
            document.removeEventListener('change', wait, true);
            document.querySelector('input[type=file]').dispatchEvent(new Event('change'));""")
        self.browser.until_text("1 failed")
        self.assertIn("could not be read", self.browser.one(".upload-state").text)

    def test_a_picture_of_the_camera_is_in_the_library(self):
        self.open()
        before = self.library.ask("status")[0]["photos"]
        next(button for button in self.browser.all(".drop-actions button") if button.text == "Camera").click()
        shutter = self.browser.one(".shutter")
        self.browser.until(shutter.is_enabled, "the camera shows nothing")
        self.browser.picture("import-camera")
        shutter.click()
        self.browser.until_text("1 imported", 30)
        self.assertEqual(self.library.ask("status")[0]["photos"], before + 1)
        self.undo()
        self.browser.one("[aria-label='Close the camera']").click()
        self.browser.until(lambda: not self.browser.all(".camera"), "the camera stays")
        self.assertNothingWrong()

    def test_a_camera_that_is_closed_before_it_opens_stays_off(self):
        self.open()
        self.browser.run("""
            window.streams = [];
            const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
            navigator.mediaDevices.getUserMedia = async (...wishes) => {
                const stream = await real(...wishes);
                streams.push(stream);
                await new Promise((go) => { window.give = go; });
                return stream;
            };""")
        camera = next(button for button in self.browser.all(".drop-actions button") if button.text == "Camera")
        camera.click()
        self.browser.until(lambda: self.browser.run("return Boolean(window.give)"), "the camera was not asked for")
        camera.click()
        self.browser.run("give()")
        self.browser.until(lambda: self.browser.run("return streams.every((stream) => stream.getTracks().every(({ readyState }) => readyState === 'ended'))"), "the camera is on")


class ImportingTests(ImaginedCase):
    DROP = """
        const transfer = new DataTransfer();
        transfer.items.add(new File(['1'], 'IMG_1.jpg', { type: 'image/jpeg' }));
        const event = new DragEvent(arguments[0], { dataTransfer: transfer, bubbles: true, cancelable: true });
        document.getElementById('navigation').dispatchEvent(event);
        return event.defaultPrevented;"""
    LEAVE = "const event = new Event('beforeunload', { cancelable: true }); dispatchEvent(event); return event.defaultPrevented;"

    def test_files_are_taken_wherever_they_are_dropped(self):
        self.go("/import")
        self.browser.one(".drop-zone")
        self.assertTrue(self.browser.run(self.DROP, "dragover"), "the browser would open it")
        self.assertTrue(self.browser.run(self.DROP, "drop"), "the browser would open it")
        self.browser.until_text("1 imported")

    def test_a_description_that_was_not_written_is_told_with_what_was_imported(self):
        def described(ends):
            self.go("/import")
            self.browser.one(".drop-zone")
            self.browser.run("document.getElementById('import-description').value = 'Beach'")
            self.browser.run(self.DROP, "drop")
            self.browser.until_text(f"1 item imported{ends}")

        described("")
        imported = self.gallery.posted[-1][2][0]
        for result, ends in [
            ({"result": "error", "message": "its sidecar is no XML"}, ", and not all described: its sidecar is no XML"),
            ({"result": "pending", "message": "the folder is read-only"}, "; the folder is read-only"),
        ]:
            self.gallery.results = {imported: result}
            self.addCleanup(self.gallery.results.clear)
            described(ends)
        self.gallery.refused["edit"] = "system"
        self.addCleanup(self.gallery.refused.clear)
        described(", and not all described: it cannot be done today,")

    def test_what_cannot_be_read_of_a_drop_is_named_and_the_rest_is_taken(self):
        self.go("/import")
        self.browser.one(".drop-zone")
        self.browser.run("""
            const plain = { name: 'IMG_1.jpg', isFile: true, file: (take) => take(new File(['1'], 'IMG_1.jpg', { type: 'image/jpeg' })) };
            const secret = (name) => ({ name, isFile: true, file: (_, refuse) => refuse(new DOMException('', 'NotReadableError')) });
            const shut = { name: 'shut', isFile: false, createReader: () => ({ readEntries: (_, refuse) => refuse(new DOMException('', 'NotReadableError')) }) };
            const others = [secret('IMG_2.jpg'), shut];
            DataTransferItem.prototype.webkitGetAsEntry = function () {
              const inner = [plain, ...others];
              let read = false;
              return { name: 'card', isFile: false, createReader: () => ({ readEntries: (take) => { take(read ? [] : inner); read = true; } }) };
            };""")
        self.browser.run(self.DROP, "drop")
        self.browser.until_text("IMG_2.jpg and 1 other could not be read")
        self.browser.until_text("1 imported")

    def test_the_page_is_not_closed_unasked_while_an_import_goes_on(self):
        self.go("/import")
        self.browser.one(".drop-zone")
        self.assertFalse(self.browser.run(self.LEAVE))
        held = self.gallery.hold("import")
        self.browser.run(self.DROP, "drop")
        held.asked()
        self.assertTrue(self.browser.run(self.LEAVE), "it could be closed")
        self.browser.one("#navigation a[href='/months']").click()
        self.browser.one(".screen-months")
        self.assertTrue(self.browser.run(self.LEAVE), "it could be closed from another screen")
        held.release()
        self.browser.until_text("1 item imported")
        self.browser.until(lambda: not self.browser.run(self.LEAVE), "it is still held")
