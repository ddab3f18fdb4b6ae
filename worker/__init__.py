"""The Celery worker: its app, its tasks, the threads that send letters, and the beat that asks for sweeps."""
