"""Changes of the tables, one a file, run in order by Alembic."""
