"""The Celery worker: its app and its tasks."""
