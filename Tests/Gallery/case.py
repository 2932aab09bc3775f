"""What the tests of screens have in common: one library, one gallery and one browser for all tests of a file."""

import unittest

from browser import Browser
from library import Library, holiday


class GalleryCase(unittest.TestCase):
    options = ()

    @staticmethod
    def photos(folder):
        holiday(folder)

    @classmethod
    def setUpClass(cls):
        cls.library = Library()
        cls.addClassCleanup(cls.library.__exit__)
        cls.library.__enter__()
        cls.photos(cls.library.photos)
        cls.library.start()
        cls.library.open(*cls.options)
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)
        cls.browser.go(cls.library.first)

    def setUp(self):
        self.browser.window()
        self.browser.complaints()

    def go(self, address):
        self.browser.go(self.library.base + address)

    def assertNothingWrong(self):
        self.assertEqual(self.browser.complaints(), [])
