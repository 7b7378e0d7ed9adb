import { onlyOutright } from './outright-only.ts';

export const fr = onlyOutright(
  [
    {
      name: 'kill-myself',
      kind: 'suicide',
      unless: ['quoted'],
      patterns: [
        '(?:je (?:veux|vais|voudrais|pense a|compte|songe a)|envie de|(?:jai|j ai) decide de) (?:\\w+ )?(?:me (?:tuer|suicider|pendre|tirer une balle|jeter (?:du|sous|(?:dun|d un)))|mettre fin a mes jours|en finir avec (?:la|ma) vie)(?! (?:si|au travail|a la tache))',
        '(?:pensees?|idees?) suicidaires?',
        'je suis suicidaire',
      ],
    },
    {
      name: 'wants-to-die',
      kind: 'suicide',
      unless: ['quoted'],
      patterns: [
        '(?:je (?:veux|voudrais|prefere)|envie de) (?:\\w+ )?(?:mourir|etre mort[e]?)(?! de (?:rire|faim|honte|soif|chaud))',
        'je (?:ne )?veux plus (?:\\w+ )?(?:vivre|etre en vie|exister)(?! (?:a|avec|chez|ici|dans (?:cette ville|cet)))',
      ],
    },
    {
      name: 'took-too-much',
      kind: 'suicide',
      unless: ['quoted'],
      patterns: [
        '(?:jai|j ai) (?:pris|avale) (?:tous|toute la|une boite de|trop de) (?:\\w+ )?(?:\\w+ )?(?:cachets|medicaments|comprimes|pilules|boite)',
      ],
    },
    {
      name: 'hurts-myself',
      kind: 'self-harm',
      unless: ['quoted'],
      patterns: [
        '(?:je (?:me suis|veux me|vais me)|envie de me) (?:\\w+ )?(?:coupe[er]?|scarifie[r]?|mutile[r]?|faire du mal)(?! (?:le doigt|les cheveux|en cuisinant))',
      ],
    },
  ],
  [
    '(?:chanson|paroles|film|roman|livre|traduis|traduire|traduction|dit|phrase|personnage|poeme|titre|signifie)',
    'en (?:anglais|espagnol|allemand|italien)',
  ],
);
