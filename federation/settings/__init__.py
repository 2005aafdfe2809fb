"""Settings: `dev` needs nothing, `test` is for pytest, `production` takes secrets from outside."""
