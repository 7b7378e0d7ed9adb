import { findCountry } from './phone.ts';

export const expertClasses = ['service', 'companion'] as const;
/** A companion keeps a person company; a service answers questions about something. */
export type ExpertClass = (typeof expertClasses)[number];

type Place = 'US' | 'GB' | 'EU' | 'elsewhere';

export type DisclosureRule = {
  class: ExpertClass;
  place: Place;
  /** The first reply of a conversation always says so. */
  everyHours: number;
  because: string;
  sources: { law: string; since: string; url: string }[];
};

export const rulesCheckedOn = '2026-11-22';

/**
 * Washington HB 2225 and Oregon SB 1546 require this for minors; California SB 243, three hours.
 */
export const minorEveryHours = 1;

const newYork = {
  law: 'New York General Business Law § 1702',
  since: '2025-11-05',
  url: 'https://www.nysenate.gov/legislation/laws/GBS/1702',
};
const california = {
  law: 'California SB 243, Business and Professions Code § 22602',
  since: '2026-01-01',
  url: 'https://legiscan.com/CA/text/SB243/',
};
const washington = {
  law: 'Washington HB 2225',
  since: '2027-01-01',
  url: 'https://www.regulon.ai/bills/WA-HB-2225',
};
const oregon = {
  law: 'Oregon SB 1546',
  since: '2027-01-01',
  url: 'https://www.regulon.ai/bills/OR-SB-1546/',
};
const euAct = {
  law: 'EU AI Act, Article 50(1)',
  since: '2026-08-02',
  url: 'https://artificialintelligenceact.eu/article/50/',
};

/**
 * The product promises every three hours everywhere, even where the law asks for less. The hours
 * also pass in silence, so every new conversation begins with the statement. A number does not tell
 * the state, so the strictest state counts.
 */
const disclosureRules: DisclosureRule[] = [
  {
    class: 'companion',
    place: 'US',
    everyHours: 3,
    because: 'New York and Washington require it at the start and every three hours.',
    sources: [newYork, california, washington, oregon],
  },
  {
    class: 'service',
    place: 'US',
    everyHours: 3,
    because: 'An expert with a character and a memory may not count as mere customer service.',
    sources: [newYork, california, washington],
  },
  {
    class: 'companion',
    place: 'EU',
    everyHours: 3,
    because: 'The law requires it at first contact; a companion says it as in the United States.',
    sources: [euAct],
  },
  {
    class: 'service',
    place: 'EU',
    everyHours: 3,
    because: 'The law requires it at first contact; the product promises it every three hours.',
    sources: [euAct],
  },
  {
    class: 'companion',
    place: 'GB',
    everyHours: 3,
    because: 'No law requires it; a companion says it as in the United States.',
    sources: [],
  },
  {
    class: 'service',
    place: 'GB',
    everyHours: 3,
    because: 'No law requires it; the product promises it every three hours.',
    sources: [],
  },
  {
    class: 'companion',
    place: 'elsewhere',
    everyHours: 3,
    because: "The person's location is unknown, so the strictest rule applies.",
    sources: [newYork, washington],
  },
  {
    class: 'service',
    place: 'elsewhere',
    everyHours: 3,
    because: "The person's location is unknown, so the strictest rule applies.",
    sources: [newYork, washington],
  },
];

export const unionMembers =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');

/** An Apple address says nothing about the place. */
export function findDisclosureRule(expertClass: ExpertClass, handle: string): DisclosureRule {
  const place = findPlace(handle);
  const rule = disclosureRules.find((one) => one.class === expertClass && one.place === place);
  if (!rule) throw new Error(`No rule for a ${expertClass} in ${place}`);
  return rule;
}

function findPlace(handle: string): Place {
  const country = findCountry(handle);
  if (country === 'US' || country === 'GB') return country;
  return country && unionMembers.includes(country) ? 'EU' : 'elsewhere';
}
