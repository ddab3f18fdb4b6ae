"""What is kept: tables, sessions and migrations on SQLAlchemy."""
