import type { Suppositions } from './age-list.ts';

const language =
  '(?:spanish|french|german|italian|portuguese|chinese|mandarin|cantonese|japanese|korean|russian|arabic|hindi|latin|greek|dutch|polish|swedish|turkish|hebrew|ukrainian|vietnamese|tagalog|english|sign language|(?:an)?other languages?)';
const fiction =
  '(?:story|book|novel|game|dream|movie|film|play|script|scene|poem|song|video|comic|role|campaign|world|diary|essay|chapter|tale|universe|skit|fanfic)';
const writing =
  '(?:story|book|novel|play|script|poem|song|diary|journal|essay|chapter|letter|postcard|card|caption|title|speech|monologue|dialogue|quote|sentence|phrase|line|paragraph|passage|email|message|text|note|shirt|sign)';
const aloud = '(?:say|write|spell|pronounce|type)';
const begin = '(?<=(?:^|[.,:]|please|can you|could you|will you|would you|let us|lets|you to) )';
const person =
  '(?:he|she|they|we|it|each|both|i|my|his|her|our|their|the (?:older|younger|other|brother|sister|son|daughter|father|mother|boy|girl|man|woman))';
const several =
  '(?:\\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|n|x|how many)';

export const suppositions: Suppositions = {
  anywhere: [
    `how old (?:is|was|are|were) ${person}`,
    'how old (?:will|would|am i)',
    'how much older',
    `${several} times (?:as old|older|as young)`,
    '(?:twice|half|double|thrice) as old',
    `years ago (?:\\w+ ){1,2}(?:was|were) (?:${several}|half|twice)`,
    '(?:sum|product|difference|ratio|average) of (?:\\w+ )?ages',
    'what (?:is|was|will be) (?:his|her|their|our|my)(?: \\w+)? age',
    'what am i(?= (?:[.,]|$))',
  ],
  ahead: [
    'translat(?:e|es|ed|ing|ion)',
    `in (?:my|our) (?:\\w+ )?(?:story|novel|fanfic|script|screenplay|poem|song|tale|skit|comic|campaign|diary)`,
    '(?:role ?play|role ?playing|rp|screenplay|fictional|hypothetically|hypothetical|protagonist|narrator|main character|lyrics)',
    `${begin}act (?:as|like)`,
    `${begin}(?:pretend|imagine|suppose|assume|let us say|lets say|play pretend)`,
    'you are (?:now )?(?:a|an|the|my) (?:\\w+ )?(?:teacher|doctor|mom|mother|dad|father|parent|king|queen|wizard|dragon|nurse|therapist|detective|babysitter|coach|principal)',
    '(?:complete|finish|correct|fix|edit|improve|rewrite|rephrase|paraphrase|proofread|continue|repeat|analyze|conjugate|punctuate) (?:\\w+ ){0,3}(?:sentences?|phrases?|paragraph|passage|grammar|dialogue|lines?)',
    '(?:read|use|put|say) (?:this|the following|these) (?:\\w+ )?(?:sentences?|phrases?|paragraph|passage|words|lines?)',
    `${writing} (?:that |which )?(?:begins?|starts?|starting|beginning|opens?|opening|says?|saying|reads?|goes|where|in which)`,
    `(?:${writing}|sentences|lines|words|this|following|example|daughter|son|student|child|kid) :`,
    '(?:sentence|phrase|caption|title|line|words) i am',
    '(?:point of view|perspective|pov) of',
    '(?:grammatically|correct to say|(?:correct|good|bad|proper) (?:grammar|english))',
  ],
  sameSentence: [
    '(?:first|opening|last) (?:line|sentence|words)',
    `in (?:my|our|the|this|a|an|his|her|your) (?:\\w+ )?${fiction}`,
    '(?:my|the|a|this) character',
    '(?:for example|eg)',
    `how (?:(?:do|does|would|can|could|should) (?:i|you|we|one|people|they)|to) ${aloud}(?! (?:this|it|that|no) )`,
  ],
  requests: [`${begin}(?:write|compose|draft|type|say|repeat|create|generate|make up)`],
  behind: [
    `(?:[.,:] )?(?:please )?(?:in|to|into) (?:the )?${language}`,
    '(?:[.,:] )?(?:please |can you |could you )?(?:translate|say|write|put|type|spell|pronounce|correct|repeat|rewrite|fix)(?: (?:it|this|that))?(?: please)?(?: (?:in|to|into)|(?= (?:[.,]|$)))',
    `(?:[.,:] )?how (?:(?:do|would|can) (?:i|you)|to) ${aloud} (?:it|this|that)`,
    `in (?:my|the|this|a|our) (?:\\w+ )?${fiction}`,
    'in (?:dog|cat|human|my head|my mind|my heart|spirit)',
    '(?:at heart|inside|mentally|emotionally|means|is (?:correct|right|wrong|grammatically))',
  ],
};
