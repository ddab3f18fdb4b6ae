"""Pages of finished matches: the archive, openings, statistics, players, feeds, exports, digests."""
