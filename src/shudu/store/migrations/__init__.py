"""Migrations of the tables, one file per revision."""
