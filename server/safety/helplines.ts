import { unionMembers } from '#shared/disclosure-rules.ts';

type Helpline = {
  /** Stored with the event. */
  key: string;
  text: string;
  sources: string[];
};

const emergencies = 'https://doc.didww.com/voice/emergency-calling/supported-emergency-numbers.md';

/** Last looked up on 2026-11-22. */
const helplines: Record<string, Helpline> = {
  US: {
    key: 'US',
    text: 'In danger now? Call 911. To talk to someone at any hour, call or text 988 (Suicide & Crisis Lifeline).',
    sources: ['https://988lifeline.org', emergencies],
  },
  CA: {
    key: 'CA',
    text: 'In danger now? Call 911. To talk to someone at any hour, call or text 988 (Suicide Crisis Helpline).',
    sources: [
      'https://www.newswire.ca/news-releases/government-of-canada-launches-three-digit-suicide-crisis-helpline-896472116.html',
      emergencies,
    ],
  },
  GB: {
    key: 'GB',
    text: 'In danger now? Call 999. To talk to someone at any hour, call Samaritans free on 116 123.',
    sources: ['https://www.samaritans.org/how-we-can-help/contact-samaritan/', emergencies],
  },
  IE: {
    key: 'IE',
    text: 'In danger now? Call 112 or 999. To talk to someone at any hour, call Samaritans free on 116 123.',
    sources: [
      'https://www.samaritans.org/news/samaritans-ireland-responds-one-call-help-every-minute-last-year',
      emergencies,
    ],
  },
  AU: {
    key: 'AU',
    text: 'In danger now? Call 000. To talk to someone at any hour, call Lifeline on 13 11 14.',
    sources: [
      'https://tasmaniantimes.com/2019/01/lifeline-reminds-community-to-read-out-for-help/',
      emergencies,
    ],
  },
  NZ: {
    key: 'NZ',
    text: 'In danger now? Call 111. To talk to someone at any hour, call or text 1737, free.',
    sources: [
      'https://vice.com/en/article/new-zealands-biggest-mental-health-helpline-misses-one-in-four-calls',
    ],
  },
};

const union: Helpline = {
  key: 'EU',
  text: 'In danger now? Call 112. To talk to someone, find a helpline in your country at findahelpline.com.',
  sources: [emergencies],
};

const anywhere: Helpline = {
  key: 'elsewhere',
  text: 'In danger now? Call your local emergency number (112 or 911 on many phones). To talk to someone, find a helpline in your country at findahelpline.com.',
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
