import type { Rule } from '../../word-list.ts';
import { medicine } from './slots.ts';
import { killMyself } from './suicide.ts';

const few = '(?:[^ .]+ ){0,3}';
const attack =
  '(?:(?:hitt|beat|chok|strangl|stabb|rap|attack|punch|kick|slapp|hurt|shoot|kill)ing|beats|choke[sd]|strangle[sd]|stabbed|raped|attacked|punched|shot)';
const victim =
  '(?:me|us|him|her|them|my (?:mom|dad|mother|father|brother|sister|kids?|baby|son|daughter|friend|neighbou?rs?))';
const limb = '(?:wrists?|arms?|thighs?|legs?|throat|stomach|hips?|skin|veins?)';
const weapon = '(?:gun|shotgun|pistol|rifle|rope|noose|knife|blade|razor|pills|tablets)';

/** In whatever grammar. Each says little alone, so the weights of the other words must agree. */
export const names: Rule[] = [
  {
    name: 'names-suicide',
    kind: 'suicide',
    unless: ['quoted', 'longAgo', 'joking'],
    patterns: [
      killMyself,
      'kill(?:ing|ed|s)? (?:yourself|themselves)',
      '(?:suicid\\w*|kms|ctb|unaliv\\w*)',
      `(?:want\\w*|wish\\w*|rather|prefer\\w*|need|ready|going|plan\\w*|think\\w*|thought|how|ways?|decid\\w+|hop(?:e|ing)|pray\\w*|should|might|will|try|tried|trying|scared|afraid|about) ${few}(?:die|dying|be dead|death|not wake up|never wake up|not exist)`,
      '(?:dying|death|being dead) (?:is|would|seems|feels|sounds|does)',
      `(?:jump|jumping|step|stepping|walk|walking|lie|lying|throw myself) ${few}(?:in front of|off|from|onto|into) ${few}(?:trains?|bus|truck|lorry|traffic|bridge|roof|building|balcony|cliff|platform|tracks|river|sea|water)`,
      '(?:on|at) (?:the )?(?:edge of (?:the|a) )?(?:bridge|roof|ledge|tracks|platform)',
      `${weapon} ${few}(?:in my|on my|to my|against my|around my|next to me|beside me|by my|on the bed|in front of me|ready)`,
      `(?:took|taken|take|taking|swallow\\w*|drank|drink) ${few}(?:whole|too (?:many|much)|load|bunch|handful|overdose|poison\\w*|bleach)`,
      '(?:overdos\\w*|od d|od ed)',
      `(?:all|whole|too many|enough|saved|saving|counted|counting) ${few}${medicine}`,
    ],
  },
  {
    name: 'names-self-harm',
    kind: 'self-harm',
    unless: ['quoted'],
    patterns: [
      'self harm\\w*',
      '(?:cut|burn|hurt|harm|punish|starv|scratch|bit|bang|hit|punch)(?:e|ed|es|ing|ting|s)? (?:[^ .]+ ){0,2}(?:myself|my (?:own )?head)',
      `(?:blade|razor|cuts?|cutting|carv\\w+|slic\\w+|slit\\w*|bleeding) ${few}${limb}`,
    ],
  },
  {
    name: 'names-violence',
    kind: 'danger',
    unless: ['quoted'],
    patterns: [
      `${attack} ${victim}`,
      `(?:hiding|hid|locked) ${few}(?:in|under|myself|me) ${few}(?:closet|bathroom|bedroom|wardrobe|room|toilet|cupboard|bed|car|shed|basement)`,
      '(?:breaking|broke|broken) in(?:to)?',
      '(?:shooting|gunshots?|shooter|gun|knife) (?:in|at|outside|on|inside)',
      '(?:not breathing|cannot breathe|lips are blue|passed out|unconscious|not waking up|will not wake up)',
    ],
  },
];
