"""The network that one machine may use as it likes, by which requests and letters are counted."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network

ONE_HOME = 64
"""Length of the prefix that a home or a server gets of IPv6: it holds 2^64 addresses (RFC 4291, RFC 6177)."""


def network_of(host: str) -> str:
    """Name the network of an address: the address itself for IPv4, its /64 for IPv6; what is no address stays."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ip_network((address.packed, ONE_HOME), strict=False))
