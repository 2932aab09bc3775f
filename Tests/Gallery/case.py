"""What the tests of screens have in common: one library, one gallery and one browser for all of them. What a test changes it
puts back."""

import atexit
import functools
import signal
import sys
import unittest

from browser import Browser
from imagined import ImaginedGallery
from library import Library, holiday


# Whoever ends the tests has browsers and daemons ended with them.
signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(1))


@functools.cache
def browser():
    made = Browser()
    atexit.register(made.close)
    return made


@functools.cache
def holidays():
    library = Library()
    atexit.register(library.__exit__)
    library.__enter__()
    holiday(library.photos)
    library.start()
    library.open()
    return library


class GalleryCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.library = holidays()
        cls.browser = browser()
        cls.browser.go(cls.library.first)

    def setUp(self):
        self.browser.window()
        self.browser.complaints()

    def go(self, address):
        self.browser.go(self.library.base + address)

    def assertNothingWrong(self):
        self.assertEqual(self.browser.complaints(), [])


class ImaginedCase(unittest.TestCase):
    """A test that makes up what the gallery answers."""

    def setUp(self):
        self.gallery = ImaginedGallery()
        self.addCleanup(self.gallery.close)
        self.browser = browser()
        self.addCleanup(self.browser.go, "about:blank")
        self.browser.window()
        self.browser.complaints()

    def go(self, address):
        self.browser.go(self.gallery.base + address)
