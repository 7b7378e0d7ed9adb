import type { Rule } from '../../word-list.ts';

const oddly =
  '(?:(?:really|just|so|honestly|literally|actually|still|only|always|also|even|often|sometimes|constantly|kinda|now|deliberately|keep|kept) ){0,3}';
const limb = '(?:wrists?|arms?|thighs?|legs?|skin|forearms?|stomach|belly|body|hips?|ankles?)';

export const selfHarm: Rule[] = [
  {
    name: 'hurts-myself',
    kind: 'self-harm',
    unless: ['topic', 'accident', 'joking', 'game'],
    patterns: [
      `(?:want|need|going|urge|urges|like|tempted|thinking|scared|afraid|about|might|will|started|start|stop|stopped|been|keep|kept|thoughts|planning|plan|deserve|try|trying|tried) (?:[^ .]+ ){0,4}(?:cut|cutting|hurt|hurting|harm|harming|injure|injuring|burn|burning|scratch|scratching|starve|starving|mutilate|mutilating|stab|stabbing|slice|slicing|hit|hitting|punch|punching|choke|choking|bite|biting) (?:myself|me self)`,
      `i (?:am )?${oddly}(?:cut|cutting|hurt|hurting|harm|harming|injure|injuring|burn|burning|burned|burnt|scratch|scratching|slice|slicing|stab|starve|starving|bite|punish|punishing) myself(?= (?:again|when|because|on purpose|deliberately|to feel|every|whenever|if|so|last night|tonight|to|by|and|\\.|$|since|for|almost|daily|at night|today|yesterday))`,
      'to hurt me(?= (?:\\.|$|and))(?<= want to hurt me)',
      'punish(?:ing)? myself (?:by|with|for)',
      '(?:injur|harm|hurt|cutt)ing myself (?:deliberately|on purpose|intentionally|for)',
      '(?:i|also) sh(?: again| tonight| last night| today|ed)?(?= (?:\\.|$|again|and|last|because|when|today|tonight))',
      '(?:drink|drank|drinking|swallow|swallowed|drunk) (?:some |the )?(?:bleach|antifreeze|drain cleaner|detergent)(?! (?:by|accident))',
    ],
  },
  {
    name: 'self-harm',
    kind: 'self-harm',
    unless: ['topic', 'longAgo'],
    patterns: [
      '(?:i|my|me|am|have|been|urges?|relapsed?) (?:[^ .]+ ){0,6}(?:self harm(?:ing|ed|s)?|selfharm(?:ing|ed)?|self injur(?:e|y|ing)|self mutilat(?:e|ion|ing))(?! (?:prevention|training|years))(?<!years ago .{0,60})',
      'self harm(?:ing)? (?:is|again|makes|helps|to (?:cope|feel)|because|tonight)',
      '(?:relapsed?|clean (?:for|since|from|until|\\d+)) (?:[^ .]+ ){0,5}(?:cut|cutting|self harm|cuts|blade|blades)',
    ],
  },
  {
    name: 'cuts',
    kind: 'self-harm',
    unless: ['topic', 'accident', 'game', 'joking'],
    patterns: [
      `(?:cut|cutting|cuts|slit|slitting|slice|slicing|sliced|carve|carved|carving|burn|burned|burning|burnt|scratch|scratched|scratching|scrape|stab|stabbing|slash|slashed) (?:up |open |into |words? (?:in|into|on) |at |in )?(?:my|both my|all over my) (?:own |left |right |upper |inner )?${limb}(?<= (?:i|and|have|to|been|keep|by|just|again|now|so|only|am|or|then) (?:[^ .]+ ){0,8}[^ .]+)(?! (?:day|workout|with (?:a )?sun))`,
      `(?:fresh|new|deep|more) (?:cuts|scars|wounds)(?= (?:[^ .]+ ){0,4}(?:my|${limb}))`,
      '(?:hide|hiding|cover|cover up|see|saw|seen|found|notice) (?:the|my|these|those) (?:\\w+ )?(?:cuts|scars)(?= (?:\\.|$|on my|from|and|i))(?! (?:from (?:surgery|the operation|acne)))',
      '(?:blade|razor|knife) (?:is |was )?(?:right |just |again )?(?:now )?(?:next to me|in my hand|beside me|under my pillow|against my)',
    ],
  },
];
