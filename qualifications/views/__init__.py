"""Pages of the law's consequences. A view finds, asks access, calls one service, renders."""
