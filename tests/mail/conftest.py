"""Settings of the mail tests: no deadline for Hypothesis examples, because test machines may be busy."""

from hypothesis import settings

settings.register_profile("letters", deadline=None)
settings.load_profile("letters")
