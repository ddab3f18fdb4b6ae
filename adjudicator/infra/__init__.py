"""Adapters for the machine and other servers: queue, mail transport, sandbox, DNS, rate counters, private broker."""
