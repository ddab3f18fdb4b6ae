"""Letters over HTTP: the webhook of a mail provider, and the mailbox of a service on one machine."""
