"""The outbox: letters are queued in the transaction that causes them; on their way out they are checked and merged.

`enqueue` writes the rows. `jobs.letter_sender` takes them: `staleness` drops a letter that is no longer current,
`throttle` delays it, `coalescing` merges others into it, `message` builds the MIME message.
"""
