"""Tests of the mail readers run on machines that do other things as well: an example has no deadline."""

from hypothesis import settings

settings.register_profile("letters", deadline=None)
settings.load_profile("letters")
