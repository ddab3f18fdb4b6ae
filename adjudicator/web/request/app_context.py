"""The services' context, the settings and the time, found from within a request."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import cast

from flask import Flask, current_app

from adjudicator.config.settings import Settings
from adjudicator.listen.admission import AdmissionControl, open_admission
from adjudicator.services.context import Context

NAME = "adjudicator"


@dataclass(frozen=True, slots=True)
class AppContext:
    """Everything that one application needs, kept in `Flask.extensions`."""

    settings: Settings
    context: Context
    gate: AdmissionControl
    """Limits the letters posted to the webhook."""


def set_up_app(app: Flask, settings: Settings, context: Context, limits_url: str) -> None:
    """Attach the context to an application; `limits_url` is the storage of the rate limits, else the broker's."""
    app.extensions[NAME] = AppContext(settings, context, open_admission(settings, context, limits_url))


def context() -> Context:
    """Return the services' context of the current application."""
    return _counter().context


def admission_control() -> AdmissionControl:
    """Return the admission control of the current application's webhook."""
    return _counter().gate


def settings() -> Settings:
    """Return the settings of the current application."""
    return _counter().settings


def now() -> datetime:
    """Return the time; nothing else in the pages reads a clock."""
    return datetime.now(UTC)


def _counter() -> AppContext:
    return cast(AppContext, current_app.extensions[NAME])
