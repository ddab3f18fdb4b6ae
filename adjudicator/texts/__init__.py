"""Texts: letters, boards and sentences in five languages, from templates and gettext catalogs."""
