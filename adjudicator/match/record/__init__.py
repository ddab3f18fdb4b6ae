"""The record of a match: its header, its entries, the digests that chain them, and the texts that it seals."""
