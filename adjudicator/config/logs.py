"""Logging of every program: one line an event, with the tokens of reply addresses redacted."""

from __future__ import annotations

import logging
import sys

import structlog
from structlog.typing import EventDict, Processor

from adjudicator.mail.address_token import redact_tokens


def set_up_logging(level: int = logging.INFO, handler: logging.Handler | None = None) -> None:
    """Send the log of structlog and of the standard library to a handler, or to standard error, in one shape."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.make_filtering_bound_logger(level),
    )
    handler = handler or logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                _without_tokens,
                structlog.processors.KeyValueRenderer(key_order=["timestamp", "level", "event"], drop_missing=True),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for noisy in ("alembic", "mail.log", "kombu", "celery.beat", "celery.worker.strategy", "celery.app.trace"):
        logging.getLogger(noisy).setLevel(logging.WARNING)


def _without_tokens(_logger: object, _method: str, event: EventDict) -> EventDict:
    return {key: redact_tokens(value) if isinstance(value, str) else value for key, value in event.items()}
