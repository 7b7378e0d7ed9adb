import type { Rule } from '../../word-list.ts';
import { atEnd, kin } from './slots.ts';

const dependant = `(?:cats?|dogs?|pets?|puppy|kitten|rabbit|hamster|bird|horse|fish|plants|(?:little |baby |big )?${kin}|grandma|grandpa)`;
const goodbye = '(?:goodbye|good bye|bye|farewell|good night|goodnight)';
const afterwards =
  '(?:(?:when|once|after|if) i (?:am (?:gone|dead)|die|kill myself|do it)(?! (?:for|to|on|this|next|until|at|in|of|over|from))|after i (?:do|have done) it)';

export const farewells: Rule[] = [
  {
    name: 'says-farewell',
    kind: 'suicide',
    unless: ['topic', 'joking', 'game', 'away'],
    patterns: [
      `(?:not be able to|never|will not|no one will|not) (?:bother|have to hear from|hear from|trouble|burden) (?:you|anyone|me|them) (?:ever )?(?:again|anymore)(?! (?:with (?:this|these)|about|on))`,
      `not enough \\. (?:farewell|goodbye|bye)`,
      `(?:the )?end of the road for me`,
      `my (?:last|final|dying) wish(?:es)? (?:is|are)(?! (?:for christmas|list))`,
      `my (?:goodbye|farewell|suicide) (?:video|letter|message|note|script|post)(?! (?:to (?:my )?(?:students|colleagues|team|class)|for (?:work|my boss)))`,
      `(?:when|before|after) (?:she|he|they|someone|mom|dad) finds? (?:me|my body)${atEnd}`,
      `(?:deleted|deleting|closed) all my (?:accounts|messages|photos) (?:[^ ]+ ){0,8}(?:ready|goodbye|done|tonight)`,
      `(?:asleep|away|out|gone|leave|leaves|left) (?:so i can |then i will |to )do it${atEnd}`,
      `leaving my (?:passwords?|pin|keys|bank \\w+) (?:[^ .]+ ){0,9}(?:after|afterwards|gone)${atEnd}`,
      `no one (?:is |can |will |could )(?:going to )?stop me(?: (?:tonight|now|this time|anymore))?${atEnd}`,
      `(?:one day )?soon i will (?:let go|jump|do it|be gone)${atEnd}`,
      `${goodbye} (?:cruel )?world`,
      `(?:sorry|forgive me) (?:[^ ]+ ){0,6}love you(?: all| both| so much)? (?:[^ ]+ ){0,3}${goodbye}`,
      `time (?:for me )?to (?:go|leave) (?:\\. )?(?:i am )?(?:so )?(?:sorry|forgive)(?! (?:for the|i (?:am|was) late))`,
      `this is (?:my )?(?:goodbye|final goodbye)${atEnd}`,
      `(?:this is |it is )?(?:my|the) last (?:message|text|words?|letter) (?:\\. )?(?:[^ ]+ ){0,3}(?:thank(?:s| you) for (?:being|every)|sorry|goodbye|love you|forgive|i ever)(?! (?:in|today))`,
      `(?<=^ |\\. |please |just )tell (?:my )?(?:\\w+ )?(?:${kin}|him|her|them) (?:that )?(?:i|mom|dad) (?:\\w+ )?(?:love|loved|am sorry|was sorry|forgive)(?! (?:i (?:missed|am late|forgot|could not make)|about the))`,
      `(?:wrote|written|finished|left|writing|finishing) (?:all )?my (?:goodbye |last |suicide |final )?(?:notes?|goodbyes?|goodbye letters)(?: already)?${atEnd}`,
      '(?:letters?|notes?|goodbyes?) (?:[^ ]+ ){0,8}(?:gave|given|giving) away',
      `affairs (?:are )?in order (?:[^ ]+ ){0,5}(?:ready|goodbye|now|tonight|die)`,
      '(?:not|never) have to (?:deal with|worry about|see|put up with|bother with|look after) me (?:after|again|anymore|ever)',
      'not be (?:a|your|anyone s) (?:problem|burden|bother|trouble) (?:[^ .]+ ){0,3}(?:anymore|after|again|longer)',
      'not need (?:anything|it|this|them)(?: anymore)? after (?:this weekend|tonight|today|tomorrow|friday|sunday)',
      'not need (?:anything|money|food) anymore',
      `see (?:you|u|y all)(?: all)? (?:on|in) the (?:other side|next life|after ?life)${atEnd}`,
      `(?:take care of|look after|adopt|feed|watch|care for|love) my (?:\\w+ )?${dependant} (?:[^ .]+ ){0,2}${afterwards}`,
      `who (?:will|gets|would|is going to|can) (?:\\w+ ){0,3}my (?:\\w+ )?${dependant} (?:[^ .]+ ){0,2}(?:when|if|after|once) i (?:kill myself|do it|am dead|die (?:tomorrow|tonight|soon))`,
      `(?:have|keep|take|want) (?:all )?(?:of )?my (?:[^ .]+ ){1,4}${afterwards}`,
      `(?:safe|ok|okay|fine|alone) (?:when|after|before|once) i do it`,
      `my (?:${kin}) (?:[^ .]+ ){0,8}(?:was|is|were) not (?:their|his|her|your) fault (?:[^ .]+ ){0,3}(?:gone|dead|die)`,
      '(?:no one|you|nobody|not|they) (?:can |will |could )?(?:try to |try and )?(?:talk me out of (?:it|this|dying)|stop me (?:this time|now|anymore))',
      `tonight is the night (?:that )?(?:i|it) (?:\\w+ )?(?:end|ends|die|do it|leave this|kill|go for good)`,
      `plan and (?:i )?(?:also )?(?:have )?(?:the )?means`,
      `(?:bought|ordered|got|have) (?:[^ .]+ ){0,3}(?:stuff|something|everything|things|what i need) (?:[^ .]+ ){0,3}(?:to|will) (?:do it|end it)${atEnd}`,
      `picked (?:the|a|my) date (?:\\. )?it is`,
      `not (?:think|believe) i will be (?:around|here|alive) (?:to|for|when|much)`,
    ],
  },
];
