"""Identity: a player's addresses, key and reply addresses, sign-in links, and the way of a change.

A change of identity takes four steps: `change_requests` asks an established address, `requests.confirmations` reads its
yes, `credentials` makes the change, `credential_changes` informs every address and offers to take the change back.
"""
