"""Settings: `dev` needs nothing, `test` is for pytest, `production` takes all secrets from outside."""
