"""Commands in letters, such as "undo" or "away until 5 May", and the lines that are orders for an engine.

Read `table/command_table.py` first: one table of commands feeds the parser, the help pages and the tests. `words/` has
the words of arguments in five languages, `arguments/` reads the text behind a command, `lines/command_lines.py`
matches commands, and `lines/order_lines.py` separates them from orders.
"""
