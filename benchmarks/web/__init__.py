"""The web application: in a real browser, and under many open pages."""
