"""Commands in letters, such as "undo" or "away until 5 May", and the lines that are orders for an engine.

Read `table/command_table.py` first: one table of commands feeds the parser, the help pages and the tests. `words/` has
the words of arguments in five languages, and `arguments/` reads the text behind a command. `lines/command_lines.py`
matches commands, with `lines/argument_shapes.py` for the text behind them. `lines/short_answers.py` reads yes and no,
and `lines/order_lines.py` separates commands from orders.
"""
