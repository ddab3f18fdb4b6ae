"""The channels through which letters come in: SMTP, LMTP, a pipe, a maildir, IMAP; and their rate limits."""
