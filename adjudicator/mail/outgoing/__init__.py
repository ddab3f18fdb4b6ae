"""A letter of ours from values to bytes: headers, MIME parts, DKIM signature, and a lint for the result."""
