"""Plans: steps that a seat wants played later if something happens first; and habits: steps for whenever they fit.

`plan` has the values, `line_reader` reads one line and `letter_lines` the lines of a letter, `merge` makes one tree of
them, `check` plays the branches through as far as nothing comes to light, `firing` answers a turn by a plan, `cascade`
goes on while plans answer plans, and `wording` writes a plan so that it can be sent again. All of it is pure.
"""
