"""International titles: norms of bare lists of opponents, titles by rating, applications."""
