"""Folders that are dropped: each photo comes into the library with the files of its own folder."""

from pathlib import Path

from case import GalleryCase
from library import picture

SIDECAR = """<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="5"/></rdf:RDF></x:xmpmeta>"""


class DropTests(GalleryCase):
    def file(self, name, data=None):
        """A file of a card: a picture, or what it is said to be."""
        path = self.library.folder / "card" / name
        if data is None:
            picture(path, name)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(data)
        self.addCleanup(path.unlink)
        return path

    def drop(self, *paths):
        """As a file manager does it, whose folders are read by the browser itself."""
        self.go("/import")
        self.browser.one(".drop-zone")
        data = {"items": [], "files": [str(path) for path in paths], "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            self.browser.driver.execute_cdp_cmd("Input.dispatchDragEvent", {"type": kind, "x": 400, "y": 300, "data": data})

    def ratings(self, month, *files):
        """What the library's photos of a month are rated that have the content of these files."""
        lines = [line for line in self.library.ask(f"photos {month} fields=path,rating") if "path" in line]
        found = {Path(line["path"]).read_bytes(): line.get("rating") for line in lines}
        return [found[file.read_bytes()] for file in files]

    def undo(self):
        self.browser.one(".toast-action").click()
        self.browser.until_text("Undone")

    def test_a_sidecar_goes_with_the_photo_of_its_own_folder(self):
        plain = self.file("100A/IMG_20190301_100000.jpg")
        rated = self.file("101B/IMG_20190301_100000.jpg")
        self.file("101B/IMG_20190301_100000.xmp", SIDECAR)
        self.drop(plain.parent, rated.parent)
        self.browser.until_text("2 items imported")
        self.assertEqual(self.ratings("2019-03", plain, rated), [None, 5])
        self.undo()

    def test_folders_of_one_name_are_two_folders(self):
        plain = self.file("A/DCIM/IMG_20190501_100000.jpg")
        rated = self.file("B/DCIM/IMG_20190501_100000.jpg")
        self.file("B/DCIM/IMG_20190501_100000.xmp", SIDECAR)
        self.drop(plain.parent, rated.parent)
        self.browser.until_text("2 items imported")
        self.assertEqual(self.ratings("2019-05", plain, rated), [None, 5])
        self.undo()

    def test_a_file_that_is_refused_first_parts_no_photo_from_its_sidecar(self):
        refused = self.file("AUTORUN.INF", "open=nothing")
        photo = self.file("IMG_20190401_100000.jpg")
        sidecar = self.file("IMG_20190401_100000.xmp", SIDECAR)
        self.drop(refused, photo, sidecar)
        self.browser.until_text("1 imported, 1 failed")
        self.assertEqual(self.ratings("2019-04", photo), [5])
        self.undo()
