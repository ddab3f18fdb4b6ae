"""Spellings of plans in all games and languages: each is read as the same tree as the first one of its row."""

from __future__ import annotations

from tests.match.plans.matches import match_of

EGYPTOS = match_of("egyptos/1")
CHEOPS = match_of("cheops/1", 3)
PHARAO = match_of("pharao/1", 2)
MATCHES = (EGYPTOS, CHEOPS, PHARAO)

SAME_IN_ALL_LANGUAGES = [
    (
        EGYPTOS,
        """if M14 then N13
        wenn M14 dann N13
        si M14 alors N13
        se M14 allora N13
        als M14 dan N13
        falls Bob M14 legt, dann lege ich bitte N13
        s'il pose M14, alors je pose N13
        IF M14, THEN N13.
        indien hij M14 legt dan leg ik N13
        If Bob lays M14 then I N13""",
    ),
    (
        EGYPTOS,
        """if M14 then N13, if L12 then K11
        if M14 N13 L12 K11
        if M14, N13, L12, K11
        wenn M14 dann N13 und wenn L12 dann K11
        si M14 alors N13, et si L12 alors K11
        se M14 allora N13, se L12 allora K11
        als M14 dan N13, als L12 dan K11""",
    ),
    (
        EGYPTOS,
        """if M14 gold then N13
        wenn M14 gold dann N13
        si M14 or alors N13
        se M14 oro allora N13
        als M14 goud dan N13""",
    ),
    (
        EGYPTOS,
        """if M14 free and N12 black then N13
        si N12 noir et M14 libre alors N13
        als M14 vrij en N12 zwart dan N13
        wenn M14 frei und N12 schwarz dann N13
        se M14 libero e N12 nero allora N13""",
    ),
    (
        EGYPTOS,
        """if not M14 gold then N13
        wenn nicht M14 gold dann N13
        si pas M14 or alors N13
        als M14 niet goud dan N13
        se M14 non oro allora N13""",
    ),
    (
        EGYPTOS,
        """otherwise N13
        sonst N13
        sinon N13
        altrimenti N13
        anders N13
        if any then N13
        next N13""",
    ),
    (
        EGYPTOS,
        """next M16 or N15
        als nächstes M16 oder N15
        ensuite M16 ou N15
        poi M16 o N15
        daarna M16 of N15""",
    ),
    (
        EGYPTOS,
        """if M14 then N13 anyway
        wenn M14 dann N13 trotzdem
        si M14 alors N13 quand même
        se M14 allora N13 comunque
        als M14 dan N13 toch""",
    ),
    (
        CHEOPS,
        """if Bob C3 then 2 B4 sell; draw 1
        wenn Bob C3 dann 2 B4 verkaufen; ziehen 1
        si Bob C3 alors 2 B4 vendre, puis piocher 1
        se Bob C3 allora 2 B4 vendi, poi pesca 1
        als Bob C3 dan 2 B4 verkopen + trek 1""",
    ),
    (
        CHEOPS,
        """if anybody C3 then 2 A4 keep
        if C3 then 2 A4 keep
        wenn jemand C3 dann 2 A4 behalten
        si quelqu'un C3 alors 2 A4 garder
        se qualcuno C3 allora 2 A4 tieni
        als iemand C3 dan 2 A4 houden
        if C3 2 A4 keep""",
    ),
    (
        CHEOPS,
        """if law 4 lies then 2 A4 keep
        wenn Gesetz 4 liegt dann 2 A4 behalten
        se legge 4 in gioco allora 2 A4 tieni""",
    ),
    (
        CHEOPS,
        """if my hand has 2 then 2 A4 keep
        wenn meine Hand 2 hat dann 2 A4 behalten
        als mijn hand 2 heeft dan 2 A4 houden""",
    ),
    (
        PHARAO,
        """if flip C4 then A C3
        wenn aufdecken C4 dann A C3
        si retourner C4 alors A C3
        als onthul C4 dan A C3""",
    ),
    (
        PHARAO,
        """if C3 open and I carry then A C4; drop
        wenn C3 offen und ich trage dann A C4 und ablegen""",
    ),
    (
        PHARAO,
        """if Bp at C3 then steal blue
        wenn Bp auf C3 dann stehlen blau
        se Bp in C3 allora rubare blu""",
    ),
    (
        PHARAO,
        """if A D5 or P D5 then A C4; end
        if Bob goes to D5 then A C4; end
        if he moves to D5 then A C4; end
        wenn Bob nach D5 geht dann A C4; Ende
        falls Bob D5 betritt, dann A C4; Ende
        si Bob va en D5 alors A C4; fin
        se Bob va in D5 allora A C4; fine
        als Bob naar D5 gaat dan A C4; klaar""",
    ),
    (
        PHARAO,
        """if A D5 then A C4; end
        if Bob goes to D5 with the archaeologist then A C4; end
        wenn Bob mit dem Archäologen nach D5 geht dann A C4; Ende
        si Bob va en D5 avec l'archéologue alors A C4; fin
        se Bob va in D5 con l'archeologo allora A C4; fine
        als Bob met de archeoloog naar D5 gaat dan A C4; klaar""",
    ),
    (
        PHARAO,
        """if flip C4 then A C3; end
        if Bob turns C4 then A C3; end
        if Bob turns over C4 then A C3; end
        wenn Bob C4 aufdeckt dann A C3; Ende
        wenn Bob C4 dreht dann A C3; Ende
        si Bob retourne C4 alors A C3; fin
        se Bob gira C4 allora A C3; fine
        als Bob C4 omdraait dan A C3; klaar""",
    ),
    (
        PHARAO,
        """if take 2 and A D5 then A C3; end
        if Bob takes 2 and goes to D5 with the archaeologist then A C3; end
        wenn Bob 2 nimmt und mit dem Archäologen nach D5 geht dann A C3; Ende
        si Bob prend 2 et va en D5 avec l'archéologue alors A C3; fin
        se Bob prende 2 e va in D5 con l'archeologo allora A C3; fine
        als Bob 2 pakt en met de archeoloog naar D5 gaat dan A C3; klaar""",
    ),
    (
        PHARAO,
        """if take 2 and A D5 or take 2 and P D5 then A C3; end
        if Bob takes 2 and Bob goes to D5 then A C3; end
        se Bob prende 2 e Bob va in D5 allora A C3; fine""",
    ),
    (CHEOPS, "if market 10 and not R full then 2 A4 keep; draw 1 anyway"),
    (CHEOPS, "if Bob A3 and Carl A4 and A5 taken then 2 A6 keep, otherwise 2 A7 keep; end"),
    (PHARAO, "if treasure at C4 and bust found then rotate C3 NE; A C3; drop"),
    (PHARAO, "if flip C4 NE then A C3, next lamp or end"),
]
"""The same plan in other words, one a line."""
