"""The host's own mail servers: they relay other people's letters, and the header fields they add are believed."""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import IPv6Address, ip_address, ip_network

from adjudicator.config.env_reader import PRIVATE_NETWORKS, Network

_PRIVATE = tuple(map(ip_network, PRIVATE_NETWORKS.split()))


class TrustedRelays:
    """The networks of the host's mail servers; this machine and its Unix sockets always belong to them."""

    def __init__(self, networks: Sequence[Network] = _PRIVATE) -> None:
        self._networks = tuple(networks)

    def trusts(self, host: str) -> bool:
        """Tell whether a peer belongs to them, by its IP address, which is empty for a Unix socket."""
        if not host:
            return True
        try:
            address = ip_address(host)
        except ValueError:
            return False
        if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
            address = address.ipv4_mapped
        return address.is_loopback or any(address in network for network in self._networks)
