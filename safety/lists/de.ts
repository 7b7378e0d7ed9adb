import { onlyOutright } from './outright-only.ts';

export const de = onlyOutright(
  [
    {
      name: 'kill-myself',
      kind: 'suicide',
      unless: ['quoted'],
      patterns: [
        '(?:bringe?|werde|will|mochte|werd|wurde) mich (?:\\w+ ){0,2}(?:um|umbringen|toten|erhangen|erschie en|erschiessen|vor (?:den|einen|die) (?:zug|bahn|auto))(?! (?:wenn|falls))',
        'will ich mich (?:\\w+ )?(?:umbringen|toten|erhangen)',
        '(?:mir|will mir|werde mir) (?:heute )?das leben (?:nehmen|zu nehmen)',
        '(?:selbstmord|suizid) (?:begehen|machen|zu begehen)',
        'ich (?:bin|fuhle mich) (?:\\w+ )?suizidal',
        '(?:selbstmord|suizid)gedanken',
        'meinem leben ein ende (?:setzen|machen|zu setzen)',
      ],
    },
    {
      name: 'wants-to-die',
      kind: 'suicide',
      unless: ['quoted'],
      patterns: [
        'ich (?:will|mochte|wurde gern|wollte) (?:\\w+ )?(?:sterben|tot sein)(?! vor (?:lachen|scham|hunger))',
        'ich (?:will|mag|mochte|kann) (?:\\w+ )?nicht mehr (?:leben|existieren|am leben sein)',
        'ich ware (?:\\w+ )?(?:lieber|besser) tot',
      ],
    },
    {
      name: 'took-too-much',
      kind: 'suicide',
      unless: ['quoted'],
      patterns: [
        '(?:alle|viele|zu viele|eine ganze packung|eine packung) (?:meine )?(?:\\w+ )?(?:tabletten|schlaftabletten|pillen|medikamente) (?:genommen|geschluckt)',
      ],
    },
    {
      name: 'hurts-myself',
      kind: 'self-harm',
      unless: ['quoted'],
      patterns: [
        'ich (?:ritze|schneide|verletze) mich (?:\\w+ )?(?:selbst|wieder|absichtlich|jeden)',
        'ich (?:ritze mich|will mich (?:ritzen|verletzen))',
      ],
    },
  ],
  [
    '(?:lied|song|film|roman|buch|ubersetze|ubersetz|ubersetzung|sagt|satz|figur|gedicht|titel|bedeutet|heisst)',
    'auf (?:englisch|spanisch|franzosisch|italienisch)',
  ],
);
