"""The local web application: an HTTP API over engine, review, library and book, and the page that uses it."""

from logistello.extras import require

require("web", "the web application and its API")
