import { onlyOutright } from './outright-only.ts';

export const it = onlyOutright(
  [
    {
      name: 'kill-myself',
      kind: 'suicide',
      unless: ['quoted'],
      patterns: [
        '(?:voglio|vorrei|sto per|penso di|ho deciso di|ho voglia di|penso a) (?:\\w+ )?(?:uccidermi|suicidarmi|ammazzarmi|impiccarmi|togliermi la vita|farla finita|buttarmi (?:dal|dalla|sotto|giu))(?! se)',
        'mi (?:uccido|ammazzo|suicido) (?:stasera|stanotte|oggi|domani)',
        'pensieri suicidi',
      ],
    },
    {
      name: 'wants-to-die',
      kind: 'suicide',
      unless: ['quoted'],
      patterns: [
        '(?:voglio|vorrei|preferirei) (?:\\w+ )?(?:morire|essere mort[oa])(?! (?:da|dal|dalla|dai|di) (?:ridere|fame|vergogna|sete|caldo))',
        'non voglio piu (?:\\w+ )?(?:vivere|esistere|essere viv[oa])(?! (?:a|con|qui|in questa (?:citta|casa)))',
      ],
    },
    {
      name: 'took-too-much',
      kind: 'suicide',
      unless: ['quoted'],
      patterns: [
        'ho (?:preso|ingoiato) (?:tutte le|troppe|una scatola di|tutti i|troppi) (?:mie |miei )?(?:\\w+ )?(?:pastiglie|pillole|compresse|medicine|farmaci)',
      ],
    },
  ],
  [
    '(?:canzone|testo|film|romanzo|libro|traduci|tradurre|dice|frase|personaggio|poesia|titolo|significa)',
    'in (?:inglese|spagnolo|francese|tedesco)',
  ],
);
