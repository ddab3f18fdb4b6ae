"""Where letters come in: SMTP, LMTP, a pipe, a maildir, a mailbox at a provider."""
