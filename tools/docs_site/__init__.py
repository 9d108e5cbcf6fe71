"""The documentation site: pages of the repository and pages made from the code, built by Sphinx."""
