import { aiProviderKeys } from '#shared/ai-providers.ts';

/** Names that begin so are meant for us, however they go on. */
const families = ['TWILIO', 'WHATSAPP', 'AMB', 'STRIPE', 'SMTP'];
/** Read by compose.yaml, or by other programs beside us. */
const foreign = [
  'POSTGRES_PASSWORD',
  'TEST_DATABASE_URL',
  ...aiProviderKeys.map((key) => `${key.toUpperCase()}_API_KEY`),
];

export type Misspelled = { name: string; meant: string };

/** Set names that are no settings, but look like one. */
export function findMisspelled(names: string[], known: string[]): Misspelled[] {
  const others = names.filter((name) => !known.includes(name) && !foreign.includes(name));
  return others.flatMap((name) => {
    const meant = findNearest(name, known);
    return meant ? [{ name, meant }] : [];
  });
}

function findNearest(name: string, known: string[]): string | null {
  const words = toWords(name);
  const ranked = known
    .map((setting) => ({ setting, distance: countEdits(words.join(''), join(setting)) }))
    .sort((one, other) => one.distance - other.distance);
  const [nearest] = ranked;
  if (nearest && nearest.distance <= allowEdits(words.join(''), nearest.setting)) {
    return nearest.setting;
  }
  const alike = ranked.find(({ setting }) => saysTheSame(words, toWords(setting)));
  const family = ranked.filter(({ setting }) => isRelated(words, toWords(setting)));
  const fuller = family.find(({ setting }) => words.every((one) => toWords(setting).includes(one)));
  return (alike ?? fuller ?? family[0])?.setting ?? null;
}

const toWords = (name: string) =>
  name
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter(Boolean);
const join = (name: string) => toWords(name).join('');

/** A short name is soon another program's, and so is one that begins otherwise: `IS_SANDBOX`. */
function allowEdits(name: string, setting: string): number {
  if (name.length <= 5 || name[0] !== setting[0]) return 1;
  return name.length < 16 ? 2 : 3;
}

/** `ADMIN_PASS`, `TRUSTED_PROXIES`, `URL_PUBLIC`. */
function saysTheSame(words: string[], setting: string[]): boolean {
  const isEach = words.every((word) => setting.some((one) => beginsAlike(word, one)));
  return words.length > 1 && words.length === setting.length && isEach;
}

/** The nearest of its family: `TWILIO_SID`, `SMTP_PASSWORD`. */
function isRelated([family = '']: string[], setting: string[]): boolean {
  return families.includes(family) && setting[0] === family;
}

function beginsAlike(one: string, other: string): boolean {
  const length = Math.min(one.length, other.length, 4);
  return length >= 3 && one.slice(0, length) === other.slice(0, length);
}

/** Insertions, deletions, replacements, and two neighbors swapped. */
export function countEdits(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  const cost = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const edits = [cost(i - 1, j) + 1, cost(i, j - 1) + 1, cost(i - 1, j - 1) + Number(!isSame)];
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (isSwap) edits.push(cost(i - 2, j - 2) + 1);
      row.push(Math.min(...edits));
    }
  }
  return cost(one.length, other.length);
}
