import { unionMembers } from '#shared/disclosure-rules.ts';

type Helpline = {
  /** Stored with the event. */
  key: string;
  text: string;
  /** Short enough to stand inside an ordinary answer. */
  line: string;
  sources: string[];
};

const emergencies = 'https://doc.didww.com/voice/emergency-calling/supported-emergency-numbers.md';

/** Last looked up on 2026-11-22. */
const helplines: Record<string, Helpline> = {
  US: {
    key: 'US',
    text: 'In danger now? Call 911. To talk to someone at any hour, call or text 988 (Suicide & Crisis Lifeline).',
    line: '988, call or text, any time',
    sources: ['https://988lifeline.org', emergencies],
  },
  CA: {
    key: 'CA',
    text: 'In danger now? Call 911. To talk to someone at any hour, call or text 988 (Suicide Crisis Helpline).',
    line: '988, call or text, any time',
    sources: [
      'https://www.newswire.ca/news-releases/government-of-canada-launches-three-digit-suicide-crisis-helpline-896472116.html',
      emergencies,
    ],
  },
  GB: {
    key: 'GB',
    text: 'In danger now? Call 999. To talk to someone at any hour, call Samaritans free on 116 123.',
    line: 'Samaritans, free on 116 123, any time',
    sources: ['https://www.samaritans.org/how-we-can-help/contact-samaritan/', emergencies],
  },
  IE: {
    key: 'IE',
    text: 'In danger now? Call 112 or 999. To talk to someone at any hour, call Samaritans free on 116 123.',
    line: 'Samaritans, free on 116 123, any time',
    sources: [
      'https://www.samaritans.org/news/samaritans-ireland-responds-one-call-help-every-minute-last-year',
      emergencies,
    ],
  },
  AU: {
    key: 'AU',
    text: 'In danger now? Call 000. To talk to someone at any hour, call Lifeline on 13 11 14.',
    line: 'Lifeline on 13 11 14, any time',
    sources: [
      'https://tasmaniantimes.com/2019/01/lifeline-reminds-community-to-read-out-for-help/',
      emergencies,
    ],
  },
  NZ: {
    key: 'NZ',
    text: 'In danger now? Call 111. To talk to someone at any hour, call or text 1737, free.',
    line: '1737, call or text, free, any time',
    sources: [
      'https://vice.com/en/article/new-zealands-biggest-mental-health-helpline-misses-one-in-four-calls',
    ],
  },
};

const union: Helpline = {
  key: 'EU',
  text: 'In danger now? Call 112. To talk to someone, find a helpline in your country at findahelpline.com.',
  line: 'findahelpline.com, or 112 in an emergency',
  sources: [emergencies],
};

const anywhere: Helpline = {
  key: 'elsewhere',
  text: 'In danger now? Call your local emergency number (112 or 911 on many phones). To talk to someone, find a helpline in your country at findahelpline.com.',
  line: 'findahelpline.com lists a helpline in your country',
  sources: [emergencies],
};

/** Countries in which another country's numbers are answered. */
const sharers: Record<string, string> = {
  PR: 'US',
  GU: 'US',
  VI: 'US',
  AS: 'US',
  MP: 'US',
  IM: 'GB',
  JE: 'GB',
  GG: 'GB',
};

export function findHelpline(country: string | null): Helpline {
  if (country === null) return anywhere;
  const own = helplines[sharers[country] ?? country];
  return own ?? (unionMembers.includes(country) ? union : anywhere);
}

const everyHelpline = [...Object.values(helplines), union, anywhere];

/** Said inside an ordinary answer, where something may be wrong and may not be. */
export function writeCareLine({ line }: Pick<Helpline, 'line'>): string {
  return `If you're going through something hard: ${line}.`;
}

const careLines = everyHelpline.map(writeCareLine);

const findCareLine = (text: string) => careLines.find((line) => text.includes(line));

export function hasCareLine(text: string): boolean {
  return findCareLine(text) !== undefined;
}

/** A model that reads the line in its own answers would repeat it. */
export function dropCareLine(text: string): string {
  const line = findCareLine(text);
  return line ? text.replace(line, '').trim() : text;
}
