"""Times, time zones and regions with holidays, as people read and write them."""
