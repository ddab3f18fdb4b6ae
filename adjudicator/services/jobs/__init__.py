"""What workers run: judge a letter, send the outbox, sweep clocks and rows that wait, play for the bot."""
