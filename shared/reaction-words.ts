import { foldText } from './fold-text.ts';

const plainLetters: Record<string, string> = { ł: 'l', đ: 'd', ø: 'o', ı: 'i' };

/** Lower case, without accents and marks. */
export function toReactionWords(text: string): string {
  return foldText(text)
    .replaceAll("'", '')
    .replace(/[łđøı]/g, (letter) => plainLetters[letter] as string)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/*
 * What phones write of a tapback in other languages than English: of all their words, in whatever order. Sources:
 * Apple's texts as they arrive, and as QUIK (github.com/quik-sms/quik, assets/emojis) has collected them.
 */

/** What they did. */
const verbs: Record<string, string> = {
  '👎': 'disgustó naime ogillade znielubił znielubiła nelíbí nelíbilo mislikte',
  '👍': 'gusta gustó aimé aime gefällt gefiel mag mochte gostou curtiu piace piaciuto leuk понравилось нравится подобається харесано polubił polubiła lubi gillade gillar likte liker godt beğendi beğenildi tykkäsi kedveli líbilo thích أعجبه أعجبها',
  '❤️': 'encanta encantó adoré adore liebt liebte geliebt amou adorou adorato amato adora houdt hield geweldig обожает любит älskade elskede elsket sevdi bayıldı pokochał pokochała rakasti milovaný yêu أحب أحبت אהב אהבה',
  '😂': 'risa rió rio ríe ri lacht lachte gelacht riu riso ride смеется рассмешило посмеялись skrattade güldü nauroi nevetett smál zaśmiał zaśmiała cười ضحك ضحكت צחק צחקה',
  '‼️': 'enfatizó destacó resaltó exclamó enfatizou destacou évidence laccent souligné insisté betont betonte hervorgehoben hob enfatizzato evidenziato sottolineato benadrukt benadrukte подчеркивает выделено отмечено podkreślił podkreśliła betonade fremhævede fremhevet korosti kiemelte zdůrazněno vurguladı nhấn',
  '❓': 'dudo dudó cuestionó questionou questionné doute interrogé hinterfragt hinterfragte infrage dubbio chiesto twijfelt twijfelde zakwestionował zakwestionowała ifrågasatte kyseenalaisti kérdezte sorguladı',
};

/** A mark's name: counts beside a word of adding or removing. */
const names: Record<string, string> = {
  '👎': 'dislike дизлайк znielubienie',
  '👍': 'like pouce duim pulgar лайк polubienie lajk kedvelés gostei jaime vind',
  '❤️': 'heart herz corazón coeur cœur cuore coração hart jadore сердечко serce srdce szívecske tim',
  '😂': 'laugh haha lachen rire risata смех śmiech smích nevetés',
  '‼️': 'exclamation dexclamation ausrufezeichen exclamación esclamativo exclamação uitroepteken восклицательный okrzyk vykřičník kiemelés',
  '❓': 'question fragezeichen interrogación interrogation dinterrogation interrogativo interrogação vraag vraagteken вопрос вопросительный zapytania otazník kérdőjel hỏi',
};
const adding =
  'hinzugefügt markiert versehen bewertet puso puesto dado marcó agregó añadió attribué mention ajouté messo aggiunto colocou adicionou toegevoegd stelt stelde поставлен erre đặt';
const removing =
  'eliminó quitó retiró borró retiré supprimé enlevé removeu retirou rimosso tolto entfernt entfernte verwijderd verwijderde удалил удалила удалено удален удалена убрал убрала премахнато usunął usunęła odstraněno odstraněn odstranil odebrán eltávolítva kaldırdı fjernede fjernet bỏ xóa';
const reacting =
  'reacted react reacts reaction reaccionó reaccionaste reacción réagi réaction reagiert reagierte reaktion reagito reazione reagiu reação gereageerd reageerde reactie отреагировал отреагировала реакция эмодзи zareagował zareagowała reagerade reagerte reagerede tepki reagált reagoval phản ứng';
const negating = 'no non não n nicht niet не pas nem không لم ikke inte';
/** They turn a like into a heart. */
const stressing = 'очень';
/** Of a person who says what they like, unless it is a mark's name. */
const own = 'me mi mir mij ik je';
const small =
  'a à al für mạnh to from with removed the your on le lo les la el de del da do dem des en con un una uno por sobre que se su pour par avec sur une point depuis ha hat hatte mit auf aus von ein eine einen das die den über em com o os um uma ao aan op om met van het een dit heeft vindt vond moest over на с со из над от към под знак znak na z jsem ze się siê sie rajta ezt innen erről az at på av til om viestistä viestiin iletisini iletisine mesajını mesajına verdi đã với khỏi cho dấu synes syntes gli ti e per di in il dio gracia achou graça evidencia accent ihm ihr dir hervor gestellt hizo su את על على';

const toSet = (words: string) => new Set(words.split(' ').map(toReactionWords));

type Kind = 'adding' | 'removing' | 'reacting' | 'negating' | 'stressing' | 'own' | 'small';
const kinds: Record<Kind, Set<string>> = {
  adding: toSet(adding),
  removing: toSet(removing),
  reacting: toSet(reacting),
  negating: toSet(negating),
  stressing: toSet(stressing),
  own: toSet(own),
  small: toSet(small),
};
const known = new Set(Object.values(kinds).flatMap((words) => [...words]));

const toMap = (marks: Record<string, string>) =>
  new Map(
    Object.entries(marks).flatMap(([emoji, words]) =>
      [...toSet(words)].map((word) => [word, emoji] as const),
    ),
  );
const [verbOf, nameOf] = [toMap(verbs), toMap(names)];

/** Words of adding or removing. */
export const hasReactionAct = (words: string): boolean =>
  words.split(' ').some((word) => kinds.adding.has(word) || kinds.removing.has(word));

type Mark = { emoji: string; isRemoved: boolean };

/**
 * @param words all that stands outside the quotation.
 * @param emoji that stands there, too.
 */
export function readReactionWords(words: string, emoji: string | null): Mark | null {
  const all = words === '' ? [] : words.split(' ');
  if (all.length === 0 || all.length > 12) return null;
  const has = (kind: Kind) => all.some((word) => kinds[kind].has(word));
  if (!all.every((word) => known.has(word) || verbOf.has(word) || nameOf.has(word))) return null;
  const isRemoved = has('removing') || all.includes('removed');
  if (emoji) return { emoji, isRemoved };
  const acts = isRemoved || has('adding');
  if (has('own') && !acts) return null;
  const marks = all.flatMap((word) => verbOf.get(word) ?? (acts ? nameOf.get(word) : null) ?? []);
  const mark = marks[0] ?? (has('removing') && has('reacting') ? '' : null);
  if (mark === null) return null;
  if (mark !== '👍') return { emoji: mark, isRemoved };
  if (has('negating')) return { emoji: '👎', isRemoved };
  return { emoji: has('stressing') ? '❤️' : mark, isRemoved };
}
