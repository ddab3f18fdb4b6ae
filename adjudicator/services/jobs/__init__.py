"""The work of `worker.tasks`: judge a letter, send the outbox, move the house player, sweep deadlines and lost jobs.

Each function takes the context, the number of a row and the time. It may run twice for the same row: it looks at the
row's state under a lock and does nothing if the work is done.
"""
