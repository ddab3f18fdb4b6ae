"""Words around something that somebody asks to be told: ``can you give me a hint?``."""

from __future__ import annotations

from adjudicator.mail.lexicon.wordlist import phrases

ASKING = phrases(
    """can you give me a, could you give me a, please give me a, give me a, may i have a, can i have a, could i have a,
    i would like a, i'd like a, i want a, i need a, i could use a, do you have a, any, show me the, send me the, can you
    show me the, could you show me the, please show me the, can i see the, may i see the, i would like to see the""",
    """kannst du mir einen, kannst du mir bitte einen, könntest du mir einen, könntest du mir bitte einen, könnt ihr mir
    einen, gib mir einen, gib mir bitte einen, bitte gib mir einen, ich hätte gern einen, ich hätte gerne einen, ich
    möchte einen, ich brauche einen, ich bräuchte einen, darf ich einen, kann ich einen, hast du einen, einen, zeig mir
    das, zeige mir das, zeig mir bitte das, kannst du mir das, kannst du mir bitte das, ich möchte das""",
    """peux-tu me donner un, peux tu me donner un, pouvez-vous me donner un, pourrais-tu me donner un, pourriez-vous me
    donner un, donne-moi un, donnez-moi un, je voudrais un, j'aimerais un, je veux un, puis-je avoir un, est-ce que je
    peux avoir un, un, montre-moi le, montrez-moi le, peux-tu me montrer le, pouvez-vous me montrer le, je voudrais voir
    le""",
    """puoi darmi un, mi puoi dare un, potresti darmi un, mi dai un, dammi un, vorrei un, voglio un, posso avere un, mi
    serve un, un, mostrami il, fammi vedere il, puoi mostrarmi il, vorrei vedere il""",
    """kun je me een, kan je me een, kunt u mij een, mag ik een, mag ik alsjeblieft een, geef me een, geef mij een, ik
    wil een, ik wil graag een, ik zou graag een, heb je een, een, laat me het, laat mij het, kun je me het, mag ik
    het""",
)
"""Words before it, at the beginning of a line."""
ASKED = phrases(
    "please, for me",
    "geben, bitte geben, haben, bekommen, zeigen, sehen, bitte, für mich, schicken",
    "s'il te plaît, s'il vous plaît, stp, svp, pour moi",
    "per favore, per me, avere",
    "geven, krijgen, laten zien, zien, hebben, alsjeblieft, graag, voor mij, willen",
)
"""Words behind it."""
