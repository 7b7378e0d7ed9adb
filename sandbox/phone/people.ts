import { formatPhone, parsePhone, unsupportedPhoneMessage } from '#shared/phone.ts';
import { type Feed, pushBounded } from '../feed.ts';
import type { TextLog } from '../texts.ts';

/** Someone whose phone the page can hold. */
type Person = { phone: string; name: string; display: string; imageUrl: string | null };

const seeded: Person[] = [
  {
    phone: '+12025550143',
    name: 'Mia Chen',
    display: formatPhone('+12025550143'),
    imageUrl: '/sandbox/faces/mia.svg',
  },
];

const keptPeople = 200;

export type People = {
  /** The seeded, the added, and every number that has texted or was texted. */
  list(): Person[];
  /** Throws a TypeError with the words to show when the number is none that the product takes. */
  add(phone: string): Person;
  clear(): void;
};

export function createPeople(texts: TextLog, feed: Feed): People {
  const added: Person[] = [];
  return {
    list() {
      const found = new Map([...seeded, ...added].map((person) => [person.phone, person]));
      for (const text of texts.all) {
        if (!found.has(text.person)) found.set(text.person, unnamed(text.person));
      }
      return [...found.values()];
    },
    add(typed) {
      const phone = parsePhone(typed);
      if (!phone) throw new TypeError(unsupportedPhoneMessage);
      const known = [...seeded, ...added].find((person) => person.phone === phone);
      if (known) return known;
      const person = unnamed(phone);
      pushBounded(added, person, keptPeople);
      feed.publish({ type: 'people' });
      return person;
    },
    clear() {
      added.length = 0;
    },
  };
}

function unnamed(phone: string): Person {
  const display = formatPhone(phone);
  return { phone, name: display, display, imageUrl: null };
}
