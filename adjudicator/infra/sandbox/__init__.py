"""The sandbox: untrusted mail is parsed in child processes with limits on time and memory."""
