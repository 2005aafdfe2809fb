"""The state of every rule of an edition: decided, asked, or not ours."""
