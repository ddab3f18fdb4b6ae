"""The error of a text that is no record."""


class BadRecord(ValueError):
    """The text is not a record of a known version; the message says where it is wrong."""
