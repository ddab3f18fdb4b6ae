"""What the pages stand on: the context, the settings and the time, found from within a request."""

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
    """The desk's side that faces the pages."""

    settings: Settings
    context: Context
    gate: AdmissionControl
    """Counts the letters that are posted."""


def set_up_app(app: Flask, settings: Settings, context: Context, limits_url: str) -> None:
    """Set up the counter of an application; `limits_url` says where is counted, if not at the settings' broker."""
    app.extensions[NAME] = AppContext(settings, context, open_admission(settings, context, limits_url))


def context() -> Context:
    """Find the context of the application that answers this request."""
    return _counter().context


def admission_control() -> AdmissionControl:
    """Find what counts the letters that are posted to the application that answers this request."""
    return _counter().gate


def settings() -> Settings:
    """Find the settings of the application that answers this request."""
    return _counter().settings


def now() -> datetime:
    """Tell the time; nothing else in the pages looks at a clock."""
    return datetime.now(UTC)


def _counter() -> AppContext:
    return cast(AppContext, current_app.extensions[NAME])
