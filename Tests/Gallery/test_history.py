"""What was done, and how it is taken back."""

from case import GalleryCase


class HistoryTests(GalleryCase):
    def setUp(self):
        super().setUp()
        self.ids = [line["id"] for line in self.library.ask("photos 2016-08 fields=id") if "id" in line]

    def edit(self, *words):
        batch = self.library.ask(" ".join(["edit", *self.ids, *words]))[0]["batch"]
        return batch

    def titles(self):
        return {line.get("title") for line in self.library.ask("photos 2016-08 fields=title") if "page" not in line}

    def test_an_edit_stands_in_the_history_and_is_taken_back_there(self):
        batch = self.edit('title="On the beach"')
        self.assertEqual(self.titles(), {"On the beach"})
        self.go("/batches")
        row = self.browser.one(f".batch-link[href='/batches/{batch}']")
        self.assertIn("3 items changed", row.text)
        self.browser.picture("history-edit")
        self.assertEqual(self.browser.barriers(), [])
        self.browser.one(f"[aria-label='Undo edit {batch}']").click()
        self.browser.until_text("Undone")
        self.browser.until(lambda: not self.browser.all(f"[aria-label='Undo edit {batch}']"), "it can be undone once more")
        self.assertEqual(self.titles(), {None})
        self.assertNothingWrong()

    def test_a_batch_says_what_was_and_is_of_each_photo(self):
        batch = self.edit('title="<script>document.title=1</script>"', "rating=4")
        self.go("/batches")
        self.browser.one(f".batch-link[href='/batches/{batch}']").click()
        self.browser.until(lambda: len(self.browser.all(".batch-line")) == 3, "its photos are not there")
        self.browser.until_text("<script>document.title=1</script>")
        self.browser.until_text("IMG_20160810_101500.jpg")
        self.browser.until_pictures()
        self.browser.picture("history-batch")
        self.assertEqual(self.browser.barriers(), [])
        self.browser.one(".tools button").click()
        self.browser.until(lambda: len(self.browser.all(".batch-line.is-undone")) == 3, "they are not undone")
        self.assertEqual(self.titles(), {None})

    def test_what_was_stands_before_what_is_in_any_script(self):
        first = self.edit('title="שלום עולם"', "write=index")
        second = self.edit('title="תמונה מהים"', "write=index")
        self.addCleanup(self.library.ask, f"undo {first}")
        self.addCleanup(self.library.ask, f"undo {second}")
        self.go(f"/batches/{second}")
        self.browser.one(".batch-difference")
        self.assertEqual(self.browser.texts(".batch-difference")[0], "Title שלום עולם → תמונה מהים")
        was, now = self.browser.run("return ['s', 's + span'].map((one) => document.querySelector('.batch-difference').querySelector(one).getBoundingClientRect().left)")
        self.assertLess(was, now)

    def test_what_is_done_elsewhere_appears(self):
        self.go("/batches")
        self.browser.one("h1")
        batch = self.edit("favorite=yes")
        self.browser.one(f"[aria-label='Undo edit {batch}']")
        self.library.ask(f"undo {batch}")
        self.browser.until(lambda: not self.browser.all(f"[aria-label='Undo edit {batch}']"), "it can be undone once more")

    def test_a_batch_that_is_none_says_so(self):
        for name in ("nonsense", "%3Cscript%3E"):
            self.go(f"/batches/{name}")
            self.browser.until(lambda: any(text in self.browser.text() for text in ("No such batch", "There is no such page", "It cannot be read")), name)
