"""Clocks of slow play: pure values and functions; `now` is an argument, in whole seconds since 1970 (`instants`).

What is kept, as JSON through `codec.Codec`:

- the match: its terms (`terms.read_terms`), `pauses.Pauses`, and for the turn that runs a `turn_clock.Turn`, with the
  instant of `find_next_fall` in a column of its own, which the sweep compares with its now;
- the seat: `seat_account.SeatAccount`;
- the player: `player_clock.PlayerClock` and `absence_ledger.AbsenceLedger`.

Use by a service; each step ends with `find_deadline` (what is shown), `find_reminder`, and `find_next_fall` (what
the sweep waits for):

1. **A turn begins** at the ruling: `seat_clock.start_turn` takes the terms, the seat's account, the player's calendar
   and absences, and the match's pauses.
2. **An order comes**, accepted at `received_at`: first what fell before that instant (5.), then `seat_clock.end_turn`,
   which settles the account.
3. **A fact is added**: `add_stop` and `end_stop` for pauses (what `pauses` returns) and outages, `add_absence` and
   `cut_absence` for what `absence_ledger` returns, `grant_time`, `credit_zone`, `stop_for_bounce`, `end_bounce`,
   `send_letter` (also when a letter is given up). An outage is added before anything in its gap falls. An absence, and
   an automatic day that another match took (`add_automatic_day`), goes to all running turns of the player whose match
   honours absences.
4. **Somebody asks why**: `deadline_reasons.explain_deadline`.
5. **Something falls** because `find_next_fall` is past: `seat_clock.let_fall` tells its result, and
   `find_consequence` the consequence for the seat. It counts at its own instant, however late the sweep comes.
"""
