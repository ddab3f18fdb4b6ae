"""Commands in letters, such as "undo" or "away until 5 May", and the lines that are orders for an engine.

Read `command_table.py` first: one table of commands feeds the parser, the help pages and the tests. `vocabulary.py` has
the words in five languages, `command_lines.py` matches them, `order_lines.py` separates commands from orders.
"""
