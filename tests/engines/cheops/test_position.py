"""A position that was stored before is read, and stored again, as the same bytes."""

from __future__ import annotations

import msgspec

from adjudicator.engines.cheops.position.laws import Law
from adjudicator.engines.cheops.position.position import Position

STORED = (
    b'{"variant":{"draw_source":"any","draw_rule":"one","neighbour_check":"none","law4_full":"new_only",'
    b'"open_money":"no","end_timing":"immediate","stall":"hands","tables":"reconstruction"},"first":0,"tables":['
    b"[[20,20,0],[0,0,0],[20,20,0],[0,0,0],[20,20,0]],[[25,25,0],[20,20,0],[15,15,0],[10,10,0],[5,5,0]],"
    b"[[30,30,0],[15,15,0],[0,0,0],[15,15,0],[30,30,0]],[[15,15,0],[10,10,0],[5,5,0],[10,10,0],[20,20,0]],"
    b"[[10,10,0],[5,15,0],[10,10,0],[5,20,0],[15,15,0]],[[10,10,0],[10,10,0],[5,15,0],[15,15,0],[0,0,5]]],"
    b'"numeral":20,"board":"3123243242423413213V14234134121423423V231R1411MGBO3RG?MRRRROOBMBNB","hidden":[[53,2]],'
    b'"stacks":["14112","34","413"],"players":[[0,"34",[2,1,1,0,1,3],[9,10]],[10,"24",[0,1,0,1,1,3],[]],'
    b'[10,"13",[1,1,1,2,1,0],[]],[0,"22",[0,2,0,2,3,0],[11]],[5,"24",[0,2,1,0,3,0],[]]],'
    b'"turn":[3,8,false,true,false,true,false,11],"covered":[1,1,3,2,0,1],'
    b'"laws":[[1],true,[0,0,0,0,4,5],[3,2],[12,6]],"neighbours":2,"passes":0,"ending":"","joker":""}'
)
"""Laws lie in every place where one can lie."""


def test_a_stored_position_keeps_its_form() -> None:
    position = msgspec.json.decode(STORED, type=Position)
    assert msgspec.json.encode(position) == STORED
    assert position.turn.law is Law.REMOVE_LAW
    assert position.laws.under[0] is Law.NONE
    assert position.players[0].laws == (Law.JOKER, Law.SELL_KEPT)
