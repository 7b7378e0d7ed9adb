import { formatPhone, parsePhone, unsupportedPhoneMessage } from '#shared/phone.ts';
import { pushBounded } from '../bounded.ts';
import type { Feed } from '../feed.ts';
import type { TextLog } from '../texts.ts';

/** Someone whose phone the page can hold; `id` as in addresses.ts. */
export type Person = {
  id: string;
  /** Null for somebody who shows none: only WhatsApp and Apple Messages reach them. */
  phone: string | null;
  name: string;
  display: string;
  imageUrl: string | null;
};

const everybody: Person[] = [
  { ...unnamed('+12025550143'), name: 'Mia Chen', imageUrl: '/sandbox/faces/mia.svg' },
  { ...unnamed('US.13491208655302741918'), name: 'Kit Vale', display: '@kit.vale' },
];

const keptPeople = 200;

export type People = {
  /** The seeded, the added, and everybody who has texted or was texted. */
  list(): Person[];
  /** Throws a TypeError with the words to show when the number is none that the product takes. */
  add(phone: string): Person;
  clear(): void;
};

/** @param hasNumbersOnly where every gateway that is played knows people by their numbers. */
export function createPeople(texts: TextLog, feed: Feed, hasNumbersOnly: boolean): People {
  const seeded = everybody.filter(({ phone }) => phone !== null || !hasNumbersOnly);
  const added: Person[] = [];
  return {
    list() {
      const found = new Map([...seeded, ...added].map((person) => [person.id, person]));
      for (const text of texts.all) {
        if (!found.has(text.person)) found.set(text.person, unnamed(text.person));
      }
      return [...found.values()];
    },
    add(typed) {
      const phone = parsePhone(typed);
      if (!phone) throw new TypeError(unsupportedPhoneMessage);
      const known = [...seeded, ...added].find(({ id }) => id === phone);
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

function unnamed(id: string): Person {
  const phone = id.startsWith('+') ? id : null;
  const display = phone ? formatPhone(phone) : id;
  return { id, phone, name: display, display, imageUrl: null };
}
