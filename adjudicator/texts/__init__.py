"""Words: everything a person reads, in five languages, as letters, boards and sentences."""
