"""A letter from bytes to a value: headers, body, HTML, Outlook, signatures, auto-replies, bounces."""
