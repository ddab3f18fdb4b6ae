"""The database: tables, sessions, migrations and backups on SQLAlchemy."""
