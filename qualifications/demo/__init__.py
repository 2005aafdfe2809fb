"""A made-up federation for trying the registry: people, tournaments, lists and decisions.

`build.build_demo` makes it through the services that people use. The same day and the same size
give the same federation.
"""
