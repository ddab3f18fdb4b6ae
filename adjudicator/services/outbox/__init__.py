"""Letters on their way out: queued in a transaction, merged, dropped when they are no longer current, throttled."""
