"""Whether a request comes from the machine that the pages run on: by who is connected, never by what it says."""

from __future__ import annotations

import ipaddress

from flask import request

from adjudicator.web import app_context

FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via")
"""What a proxy adds. Of a proxy that the settings do not name we see only the proxy's own address."""


def sees_mailbox() -> bool:
    """Tell whether the mailbox page is there for whoever asks."""
    settings = app_context.settings()
    if not settings.mailbox or (not settings.proxies and any(name in request.headers for name in FORWARDED)):
        return False
    try:
        peer = ipaddress.ip_address(request.remote_addr or "")
    except ValueError:
        return False
    peer = getattr(peer, "ipv4_mapped", None) or peer
    return any(peer in network for network in settings.mailbox_peers)
