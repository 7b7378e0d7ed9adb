import { foldText } from '#shared/fold-text.ts';

/** A longer text says something else, too. */
const maxAllClearLength = 120;

/** Each says that nothing is wrong, or that it was not meant. */
const sayings = [
  "(?:(?:it|that)(?:'?s| was| is) )?(?:just |only )?(?:an? )?(?:quote|line|lyric) from an? (?:movie|film|song|book|show|game|poem)",
  "i(?:'?m| am| m)(?: (?:just|all|so|totally|really|completely|perfectly|very|doing|feeling|actually))* (?:fine|ok|okay|alright|all right|good|safe|well|great)(?: and (?:safe|well|ok|okay|sound))?",
  "(?:it'?s |that'?s |we'?re |we are )?all good|everything(?:'?s| is) (?:fine|ok|okay|good|all right|alright)|nothing(?:'?s| is) wrong",
  "(?:i'?m |i am |there'?s |there is )?(?:not an|no|not in any|not in) (?:emergency|danger)",
  'false alarm',
  "(?:it|that|this)(?:'?s| was| is)(?: (?:just|only|all|obviously))*(?: an?)?(?: (?:bad|stupid|dumb|dark|silly))? (?:joke|prank|typo|autocorrect|misunderstanding|figure of speech|expression|song lyrics?|song title|song|lyric|movie quote|quote)",
  '(?:it|that|this) was (?:just |only )?(?:from|in) an? (?:song|movie|film|game|book|show|poem)',
  "(?:i was|i'?m|i am|just|only|was just)(?: (?:just|only|totally))* (?:kidding|joking|messing around|messing with you|exaggerating)",
  "(?:that'?s |thats )?not what i meant",
  'i feel (?:fine|ok|okay|good|great|all right|alright)',
  "(?:it'?s|it was|that'?s|that was|this is) (?:just |only )?(?:for )?(?:an? |my |the )?(?:homework|school|class|essay|story|novel|script|assignment|play|poem)(?: question| assignment| project| prompt)?",
  'i (?:was|am)(?: just| only)? (?:talking|asking|writing|texting) about (?:a|an|the|my) (?:game|video game|movie|film|song|book|show|story|character|phone|battery|plant|computer|laptop|car)',
  'i meant (?:my|the) (?:phone battery|phone|battery|game|character|computer|laptop|plant|car|wifi)(?: (?:died|is dead|was dying|is dying))?',
  '(?:an? )?(?:typo|autocorrect)|it autocorrected',
  'just a joke|only a joke|just song lyrics|its song lyrics|song lyrics|bad joke|j k|jk|jks',
  "i (?:didn'?t|did not|don'?t|do not) mean (?:it|that)(?: (?:like that|literally|that way|seriously))?|not literally|i didn'?t mean it",
  "i(?:'?m| am) not (?:suicidal|(?:going to|gonna) (?:hurt|harm|kill) myself)|i won'?t (?:hurt|harm|kill) myself",
  "wrong (?:person|number|chat|recipient|thread)|(?:that |it )?(?:was|is)(?:n'?t| not)? (?:meant )?for (?:you|someone else|my friend|another person)|i texted the wrong person|sent (?:it |that )?to the wrong person",
  'you (?:misunderstood|got (?:it|me) wrong|misread (?:it|that|me))(?: me)?',
];

/** Spanish, French, German, Portuguese, Italian, Dutch. */
const otherSayings = [
  'estoy (?:muy )?(?:bien|ok|a salvo)|(?:esta )?todo (?:esta )?bien|(?:era|es|fue) (?:solo )?(?:una )?broma|(?:solo )?(?:bromeaba|estaba bromeando)|falsa alarma|(?:numero|persona) equivocad[oa]|me equivoque de (?:persona|numero|chat)|no lo decia en serio',
  "je vais (?:tres )?bien|ca va|(?:ca|tout) va bien|fausse alerte|c'?(?: ?)etait (?:juste )?(?:une blague|une plaisanterie|pour rire)|je (?:rigole|rigolais|plaisante|plaisantais)|mauvais numero|mauvaise personne|je me suis trompee? de (?:personne|numero)",
  "mir geht(?:'?s| es) (?:sehr )?gut|es geht mir (?:sehr )?gut|alles (?:gut|ok|okay|in ordnung)|fehlalarm|falscher alarm|(?:das )?(?:war|ist) (?:nur |doch |bloss )*(?:ein )?(?:witz|scherz|spass)|nur (?:spass|ein witz|ein scherz)|falsche (?:nummer|person)",
  '(?:eu )?estou (?:muito )?bem|(?:esta )?tudo bem|(?:era|foi) (?:so )?(?:uma )?(?:brincadeira|piada)|(?:estava )?brincando|alarme falso|(?:numero|pessoa) errad[oa]',
  'sto (?:molto )?bene|va tutto bene|tutto (?:bene|ok|a posto)|(?:era )?(?:solo )?uno scherzo|falso allarme|(?:stavo )?scherzando|scherzavo|(?:numero|persona) sbagliat[oa]',
  'met mij gaat het goed|het gaat goed(?: met mij)?|vals alarm|(?:het was )?(?:maar )?een grapje|verkeerde persoon|verkeerd nummer',
];

/** Words that may stand beside a saying and change nothing. */
const fillers = new Set(
  'no nope nah yes yeah yep oh omg ok okay hey hi lol haha hahaha sorry so my bad oops well wait thanks thank you thx ty but and its worries relax chill mate buddy calm down oops really honestly seriously guys now though tho promise i again today dont worry bro man dude here actually of course perdon lo siento tranquilo tranquila gracias si non oui pardon desole desolee merci nein ja danke entschuldigung nao sim desculpa desculpe obrigado obrigada scusa scusate grazie nee y et und e de verdad jaja vraiment maintenant wirklich jetzt davvero hoor'.split(
    ' ',
  ),
);

/** Scripts without spaces between words, or other letters. */
const wholeTexts = new Set(
  [
    ...['я в порядке', 'все хорошо', 'всё хорошо', 'это шутка', 'шучу', 'я пошутил', 'я пошутила'],
    ...['я в порядку', 'це жарт', 'ложная тревога', 'ошибся номером', 'ошиблась номером'],
    ...[
      '我没事',
      '没事',
      '我很好',
      '开玩笑的',
      '开玩笑',
      '我在开玩笑',
      '發錯人了',
      '发错人了',
      '我沒事',
    ],
    ...['大丈夫', '大丈夫です', '冗談です', '冗談だよ', '間違えました'],
    ...['괜찮아', '괜찮아요', '저 괜찮아요', '농담이야', '농담이에요', '잘못 보냈어요'],
    ...['أنا بخير', 'انا بخير', 'كنت أمزح', 'كنت امزح', 'מה שלומי טוב', 'אני בסדר', 'סתם צחקתי'],
    ...['मैं ठीक हूँ', 'मज़ाक था', 'mai theek hu', 'main theek hoon', 'mazak tha'],
    ...[
      'iyiyim',
      'saka yaptim',
      'ok lang ako',
      'joke lang',
      'biro lang',
      'nic mi nie jest',
      'zartowalem',
    ],
  ].map(foldText),
);

/** "No, estoy bien", but not "no estoy bien". */
const anySaying = new RegExp(
  `(?<= )(?:${sayings.join('|')}|(?<! (?:no|non|nao|ne|nicht|pas|niet|nunca) )(?:${otherSayings.join('|')}))(?= )`,
  'g',
);

/** Beside a saying; alone it says nothing. */
const thanksFor = /(?<=^| )(?:thanks|thank you|thx) for (?:asking|checking|checking in)(?= |$)/g;

/** A picture that contradicts the words. */
const darkPicture = /[\u{1F52A}\u{1F52B}\u{26B0}\u{1FAA6}\u{1F48A}\u{1FA78}]/u;

/** Whether a whole text says that nothing is wrong: "I'm fine", not "I'm fine with dying". */
export function saysAllClear(text: string): boolean {
  if (text.length > maxAllClearLength || darkPicture.test(text) || /[?？]\s*$/u.test(text))
    return false;
  const words = toWords(text).replace(thanksFor, '');
  if (wholeTexts.has(words.replace(/[ ,]+$/, ''))) return true;
  const rest = ` ${words} `.replace(anySaying, '\n');
  if (!rest.includes('\n')) return false;
  const others = rest.replaceAll("'", '').split(/\s+/);
  return others.every((word) => word === '' || word === ',' || fillers.has(word));
}

function toWords(text: string): string {
  return foldText(text)
    .replace(/[.,;:!\n]/g, ' , ')
    .split(/[^\p{L}\p{N}',]+/u)
    .filter(Boolean)
    .join(' ');
}
