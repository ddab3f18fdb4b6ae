"""Tells whether a request comes from this machine: by the connection, never by a header."""

from __future__ import annotations

import ipaddress

from flask import request

from adjudicator.web.request import app_context

FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via")
"""Headers that a proxy adds. Behind a proxy that the settings do not name, every peer is the proxy itself."""


def sees_mailbox() -> bool:
    """Tell whether the visitor may see the mailbox page."""
    settings = app_context.settings()
    if not settings.mailbox or (not settings.proxies and any(name in request.headers for name in FORWARDED)):
        return False
    try:
        peer = ipaddress.ip_address(request.remote_addr or "")
    except ValueError:
        return False
    peer = getattr(peer, "ipv4_mapped", None) or peer
    return any(peer in network for network in settings.mailbox_peers)
