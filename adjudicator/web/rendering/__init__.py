"""Renders pages: values that every page needs, the style sheet, labels of options, and error pages."""
