"""The tests mirror the packages; scenarios/ holds rulings as data, e2e/ a real server and a real browser."""
