import type { Rule } from '../../word-list.ts';
import { feels, mine, oddly } from './slots.ts';

/** Always one's own death. */
export const killMyself =
  '(?:(?:kill|hang|hung|drown|shoot|poison|gas|suffocate|asphyxiate|electrocut|off|unaliv|delet|neck|rope|end|top)(?:e|ed|ing|ping|ning|s)? (?:myself|me self)(?! (?:a|an|the(?! (?:night|belt|rope|cord|branch|hook|knot|beam|noose))|some|in the foot|up))|(?:end|ending|ended|finish|finishing|discontinue|conclude|extinguish|take|taking|took|terminat\\w+) (?:with )?(?:my|mine) (?:own )?(?:life|existence)(?! (?:insurance|jacket|vest|story|savings|sentence|coach|support|easier|to))|(?:end|finish) life(?! (?:as|imprisonment|sentence|insurance))|put(?:ting)? an end to (?:myself|my (?:own )?(?:life|existence))|blow(?:ing)? (?:my|out my) (?:own )?(?:brains|head)(?: out| off)?|(?:slit|slitting|slash|slashing) my (?:own )?(?:wrists?|throat|veins)|(?:(?:i|me|to|and|will|just|about|of|am|might|should|like) (?:\\w+ ){0,2})commit(?:ting|ted)? (?:a )?(?:suicide|kms))';
/** One's own death only by the words before it. */
const die =
  '(?:die|dying|dead|death|not (?:exist|be alive|be here anymore|wake up)|never (?:exist|be born|wake up|come back|have been born|exist(?:ed)? at all)|(?:cease|stop) (?:to exist|existing|living|being alive|breathing)|disappear(?:ing)? (?:forever|for ever|for good|completely|from (?:this|the) (?:world|earth))|disappear and never come back|be gone forever|be no more|(?:get|be|getting) (?:hit|run over|killed|struck) by (?:a|the) (?:car|bus|truck|train|lorry)|be (?:with god|in heaven)|bleed(?:ing)?(?: out| to death)?|leave this (?:world|earth|life|planet)|depart (?:from )?this (?:world|life)|go to sleep forever|sleep forever and)(?! (?:in|on) (?:this|that|my|a|the|your) )';
export const notThisWay =
  '(?! (?:my|his|her|its|it|the|a|an|on this hill|hard|of|for|from|in (?:the|a|my|skyrim|minecraft) (?:game|level|arms|\\w+ level)|alone|trying|when|if (?:he|she|they|it|the)|before|inside|laughing|valley|metal|note|star|sea|lift|lifts|rate|rates|penalty|toll|tired|asleep|serious|line|end|battery|skin|leaves|people|plants?|language|cast|better|pool|yesterday))';

export const suicide: Rule[] = [
  {
    name: 'kill-myself',
    kind: 'suicide',
    unless: ['topic', 'game', 'longAgo'],
    patterns: [
      killMyself,
      'i (?:am )?(?:go|going|want|like|think|thinking|plan|planning) (?:(?:to|about|of) )?(?:kill|killing) me',
      `${feels} (?:(?!not )\\w+ )?suicidal`,
    ],
  },
  {
    name: 'thinks-of-suicide',
    kind: 'suicide',
    unless: ['topic', 'game', 'longAgo'],
    patterns: [
      `${mine} (?:(?!(?:no|not|never|without|stopped|longer) )[^ .]+ ){0,6}suicidal (?:\\w+ )?(?:thoughts?|ideations?|feelings?|urges?|tendencies|ideas?|plans?|mood)`,
      `(?:i|me|am|having|been|have) (?:(?!(?:no|not|never|without|stopped|longer) )[^ .]+ ){0,5}(?:contemplat\\w+|consider\\w*|attempt\\w*|plan\\w*|commit\\w*|make|making|do|doing|try|tried|choose) (?:to )?(?:make |do |doing |commit )?(?:a )?suicide`,
      '(?:my|a) suicide (?:note|letter|plan|attempt|pills)',
      '(?:suicide|death|dying|unalive|unaliving) (?:is|seems|looks|feels|sounds|would be)(?: like)? (?:the|my|so|better|a|easier|peaceful|like) (?:\\w+ )?(?:only|best|last|one|option|way|answer|solution|escape|relief|release|choice|inviting|thing)',
    ],
  },
  {
    name: 'wants-to-die',
    kind: 'suicide',
    unless: ['topic', 'game', 'joking', 'embarrassing', 'longAgo'],
    patterns: [
      `(?:i|me|and|but|because|so|\\.|_|all|sometimes|literally|honestly|really|lowkey|bro|badly|want that|anymore|god|please|now) ${oddly}(?:want(?:ed|ing)?|wish(?:ing)?|hop(?:e|ing)|pray(?:ing)?|rather|prefer|need|going|ready|decided|have decided|deserve|would like|like|plan|planning|intend|should|ought|wan|feel like|would rather) (?:(?:to|i|could|would|can|just|really|so|badly|bad|that|was|were|am|be|get|already|even|all|for me|actually|had|time|only|god|tonight|today|soon) ){0,5}${die}${notThisWay}`,
      'i (?:want|need|would like|am going|like|wish) to dye(?= (?:\\.|$|and|but|because|please|now|so|tonight|today))',
      'better (?:off )?(?:dead|to die|if i (?:was|were|am|died)(?: dead| gone| never born)?)',
      '(?:my|own) death (?:would|will)',
      '(?:want|need|wish) (?:to get )?out of (?:this |my )?life',
      'want to (?:make )?suicide',
    ],
  },
  {
    name: 'does-not-want-to-live',
    kind: 'suicide',
    unless: ['topic', 'game', 'joking'],
    patterns: [
      `(?:not|no|never|cannot|no longer) ${oddly}(?:want|wish|wanting|like|need|care|plan|intend|desire|able|keep|keep on|have the strength|have the energy|see myself|see the point)(?: to| too| in| of)? (?:to )?(?:live|living|be alive|being alive|exist|existing|continue living|keep living|go on living|continue to live|stay alive|live on|continue my life)(?: more)?(?= (?:\\.|$|anymore|and|but|because|more|no|is|too|with (?:this|my|the) (?:pain|guilt|life|shame)|in this world|if|so|now|please|i am|i just|i do|like this (?:\\.|$|anymore|i|and|please)|for|past|much longer|another))(?! for free| and work in)`,
      'no (?:want|like) (?:to )?live(?= (?:\\.|$|more|anymore|is|i|please))',
      '(?:wish|want|could|pray|hope|hoping|like|rather|so i|so that i|can|just) (?:\\w+ ){0,6}(?:never|not) (?:ever )?wake up(?! (?:early|before|at|so|late|for|the|my|him|her|anyone|everyone|to (?:my|the|an) alarm))',
      'if i (?:do not|never|did not) wake up(?! (?:in time|early|before))',
      '(?:cannot|could not|not want to|unable to|not know how to|not think i can|not able to) (?:\\w+ )?(?:go on|carry on|keep going|continue|keep living|keep doing this|live)(?= (?:\\.|$|anymore|and|living|with (?:my )?life|i am|i just|this way|much longer|like this (?:\\.|$|anymore|i|and|please|much)))(?! anymore (?:in|with|at|near))',
    ],
  },
  {
    name: 'no-reason-to-live',
    kind: 'suicide',
    unless: ['topic', 'joking', 'joyful'],
    patterns: [
      '(?:nothing|no one|not anything|not have anything) (?:left )?(?:to|worth) (?:live|living|stay|be here) for',
      '(?:no|not|any|see the|what is the|what s the|whats the) (?:more )?(?:point|sense|purpose|use) (?:in|of|to) (?:going on|living|live|being alive|my life|life|existing|staying alive|me living|carrying on|continuing|go on|waking up|even living)(?= (?:\\.|$|anymore|if (?:every|i|my|no|life|it)|and|like this|because|i))',
      'life (?:is|has|have|had|feels|seems|got|holds?|no longer (?:holds?|has|have)) (?:\\w+ )?(?:no|not|any|any longer|pointless|meaningless|worthless|without|nothing|empty)(?: (?:any )?(?:sense|meaning|meaningful|value|purpose|worth living|worth it|hope|point))?(?= (?:\\.|$|anymore|i|and|for me|better|to me|now|because|so))',
      '(?:see|there is|is|have) no (?:other )?(?:way out|way forward|future|hope)(?= (?:\\.|$|and i|but|except|i|anymore|other than))',
    ],
  },
];
