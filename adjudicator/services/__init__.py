"""The use cases: each is one transaction, from a row that waits to rows that are done."""
