"""The use cases of the service, one transaction each.

The path of one letter with an order (`docs/developers/life-of-a-letter.md` walks it with an example):

1. `inbound/intake.py` stores the letter and enqueues the job `judge`.
2. `jobs/judging.py` parses it in the sandbox, authenticates its sender and finds out what its address is for.
3. `orders/seat_handler.py` locks the match, checks that the letter may act for the seat, and rules on its lines.
4. `matches/rows/match_rows.py` stores the steps and starts the next turn's clock.
5. `orders/receipts.py` and `matches/letters/turn_letters.py` write the receipt and the letters to the other players.
6. `outbox/enqueue.py` puts these letters into the outbox, in the same transaction.
7. `jobs/letter_sender.py` sends them.

A row with a state is the queue; a job only says which row to look at. Layers, from below: this folder's files, outbox,
players, matches, identity, inbound, automated, host, orders, requests, digest, jobs. A module imports only from below.
"""
