"""A letter to a seat: its lines are interpreted, orders are ruled on, and one receipt reports on all of them.

`seat_handler` leads through the package: `interpretation` chooses the lines that count,
`match.rulings.ruling` judges orders, `commands` carries out commands, `seat_letter` holds the state, and `receipts`
writes the answer.
"""
