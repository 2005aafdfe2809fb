"""An application of the tests alone: empties their database although the ledger only grows."""
