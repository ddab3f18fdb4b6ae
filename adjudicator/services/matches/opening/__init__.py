"""How a match begins: drawn codes and seeds, invitations, the lobby, requests for seats, another match after one."""
