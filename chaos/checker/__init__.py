"""Reads what a run left behind, and proves that nothing was lost and nothing was done twice.

It shares no code with the service: the standard library, SQL, the record that anybody can download, and `adjudicator
verify` as a program.
"""
