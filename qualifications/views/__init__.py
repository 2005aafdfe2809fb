"""Pages of the law's consequences. Each view finds, asks access, calls one service or selector, renders."""
