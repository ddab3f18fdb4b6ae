"""Where letters come in: SMTP and LMTP for mail servers, a pipe for those that have neither."""
