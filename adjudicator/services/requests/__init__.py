"""Letters to the service itself (`service_handler`), and answers to its confirmation requests (`confirmations`).

A letter to the service proves nothing about its sender. So a command in somebody's name becomes a request: a letter to
the sender's address (`confirmation_letters`), whose signed reply address or page says yes or no.
"""
