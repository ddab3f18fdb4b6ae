"""The worker's app with a broker that takes every task for lost after a second and gives it out again."""

from worker.app import app

app.conf.broker_transport_options |= {
    "visibility_timeout": 1,
    "unacked_restore_interval": 1,
    "unacked_restore_throttle": 1,
}
