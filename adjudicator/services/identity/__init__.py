"""How a player is known: addresses, keys, sign-in links, and how a change is confirmed or taken back."""
