import type { ThreadState } from '#shared/api/thread-filters.ts';
import { type ChannelKey, channelKeys, channelNames } from '#shared/channels.ts';
import { readLocalDay, shiftDay } from '#web/lib/days.ts';
import type { ThreadScope } from '#web/links/thread-scope.ts';
import { withDays, withField } from '../known/thread-filters.ts';

type Named = { id: string; name: string };
/** Undefined until loaded. */
export type NameLists = Record<'experts' | 'labels' | 'team', Named[] | undefined>;

const states: Record<string, ThreadState> = {
  waiting: 'wantsHuman',
  failed: 'failed',
  unanswered: 'unanswered',
  crisis: 'crisis',
  concern: 'concern',
  unread: 'unread',
  mine: 'assignedToMe',
  unassigned: 'unassigned',
  resolved: 'resolved',
  'opted-out': 'optedOut',
  'no-credit': 'noCredit',
  'not-connected': 'notConnected',
};

type Days = Pick<ThreadScope, 'from' | 'to'>;
type Operator = {
  /** Null if values are days. */
  list: (lists: NameLists) => Named[] | null | undefined;
  toScope: (id: string) => ThreadScope;
  unknown: (value: string) => string;
};

const asNamed = (names: string[]): Named[] => names.map((name) => ({ id: name, name }));
const channels = channelKeys.map((id) => ({ id, name: channelNames[id] }));
const needsDay = (name: string) => () =>
  `${name}: needs a day, such as ${name}:${readLocalDay(7)}.`;

const operators: Record<string, Operator> = {
  is: {
    list: () => asNamed(Object.keys(states)),
    toScope: (name) => ({ state: states[name] as ThreadState }),
    unknown: () => `is: can be ${Object.keys(states).join(', ')}.`,
  },
  expert: {
    list: ({ experts }) => experts,
    toScope: (expertId) => ({ expertId }),
    unknown: (value) => `No expert is called "${value}".`,
  },
  label: {
    list: ({ labels }) => labels,
    toScope: (labelled) => ({ labelled }),
    unknown: (value) => `No label is called "${value}".`,
  },
  assigned: {
    list: ({ team }) => team,
    toScope: (assigneeId) => ({ assigneeId }),
    unknown: (value) => `No one on the team is called "${value}".`,
  },
  channel: {
    list: () => channels,
    toScope: (key) => ({ channel: key as ChannelKey }),
    unknown: () => `channel: can be ${channels.map(({ name }) => name).join(', ')}.`,
  },
  since: { list: () => null, toScope: (from) => ({ from }), unknown: needsDay('since') },
  before: {
    list: () => null,
    toScope: (day) => ({ to: shiftDay(day, -1) }),
    unknown: needsDay('before'),
  },
};

const pattern = new RegExp(
  `(?<!\\S)(${Object.keys(operators).join('|')}):("[^"]*"?|\\S*)(\\s*)`,
  'gi',
);

type Found = {
  start: number;
  end: number;
  operator: Operator;
  name: string;
  value: string;
  /** The next key may still belong to it. */
  isOpen: boolean;
};

function findOperators(text: string): Found[] {
  return [...text.matchAll(pattern)].flatMap(
    ({ index, 0: match, 1: name = '', 2: raw = '', 3: gap }) => {
      const value = raw.replaceAll('"', '').trim();
      const operator = operators[name.toLowerCase()];
      // "label: " among other words is a word.
      if (!operator || (value === '' && gap !== '')) return [];
      const isOpen = gap === '' && !(raw.length > 1 && raw.endsWith('"'));
      return [{ start: index, end: index + match.length, operator, name, value, isOpen }];
    },
  );
}

export function listOperatorNames(text: string): string[] {
  return findOperators(text).map(({ name }) => name.toLowerCase());
}

export function omitOperators(text: string): string {
  return cutOut(text, findOperators(text));
}

export const hasOpenOperator = (text: string): boolean =>
  findOperators(text).some(({ isOpen }) => isOpen);

export type ReadOperators = {
  /** Without the operators that are read. */
  text: string;
  scope: ThreadScope | null;
  isRead: boolean;
  /** What is wrong with an operator, or how an open one can end. */
  note: string | null;
};

/**
 * Moves operators, such as `is:failed`, from the text into the list's filters.
 * @param isFinal whether the last one is complete, too.
 */
export function readOperators(
  text: string,
  { scope, lists, isFinal }: { scope: ThreadScope | null; lists: NameLists; isFinal: boolean },
): ReadOperators {
  let narrowed = scope;
  let note: string | null = null;
  const read: Found[] = [];
  for (const found of findOperators(text)) {
    const named = found.operator.list(lists);
    if (named === undefined) continue;
    if (found.isOpen && !isFinal) {
      note ??= named && describeChoices(found, named);
      continue;
    }
    const id = named ? findId(named, found.value) : readDay(found.value);
    if (id === null) {
      note = found.operator.unknown(found.value);
      continue;
    }
    const { from, to, ...fields } = found.operator.toScope(id);
    narrowed = withField(narrowed, fields);
    if (from || to) narrowed = withDays(narrowed, mergeDays(narrowed, { from, to }));
    read.push(found);
  }
  return { text: cutOut(text, read), scope: narrowed, isRead: read.length > 0, note };
}

const mergeDays = (scope: ThreadScope | null, { from, to }: Days): Days => ({
  from: from ?? scope?.from,
  to: to ?? scope?.to,
});

function cutOut(text: string, places: Found[]): string {
  return places.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[\s-]+/g, '');

function listMatching(named: Named[], value: string): Named[] {
  return named.filter(({ name }) => plain(name).startsWith(plain(value)));
}

/** The beginning of a name is enough if it is unique. */
function findId(named: Named[], value: string): string | null {
  const exact = named.find(({ name }) => plain(name) === plain(value));
  if (exact) return exact.id;
  const [only, another] = listMatching(named, value);
  return only && !another ? only.id : null;
}

function readDay(value: string): string | null {
  if (value === 'today') return readLocalDay();
  if (value === 'yesterday') return readLocalDay(1);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
  return isDay ? value : null;
}

const maxChoices = 6;

/** expert:Ada, expert:"Ben Carver" … */
function describeChoices({ name, value }: Found, named: Named[]): string | null {
  const matching = listMatching(named, value);
  if (matching.length === 0) return null;
  const shown = matching
    .slice(0, maxChoices)
    .map((choice) => `${name}:${choice.name.includes(' ') ? `"${choice.name}"` : choice.name}`);
  return shown.join(', ') + (matching.length > maxChoices ? ' …' : '');
}
