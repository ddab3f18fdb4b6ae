"""How Sphinx builds the site: Markdown in, HTML out, and every warning is an error (`make docs`)."""

from adjudicator import __version__

project = "Adjudicator"
author = "Adjudicator contributors"
copyright = author  # noqa: A001  # Sphinx's name for it
version = release = __version__

extensions = ["myst_parser"]
exclude_patterns = ["_build"]
# Every heading is an anchor, so that a link to one that is gone is found.
myst_heading_anchors = 3
myst_enable_extensions = ["colon_fence", "deflist", "substitution"]
myst_links_external_new_tab = False
nitpicky = True
show_warning_types = True

# A block without a language is a letter, and no Python.
highlight_language = "text"

html_theme = "furo"
html_title = "Adjudicator"
html_static_path = ["_static"]
html_css_files = ["custom.css"]
html_show_sphinx = False
html_copy_source = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#8a5a00", "color-brand-content": "#0b4f8a"},
    "dark_css_variables": {"color-brand-primary": "#efc64f", "color-brand-content": "#8ec7ff"},
}
