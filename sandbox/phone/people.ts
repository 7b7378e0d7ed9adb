import { formatPhone } from '#shared/phone.ts';
import { pushBounded } from '../bounded.ts';
import type { Feed } from '../feed.ts';
import type { TextLog } from '../texts.ts';

/** As in addresses.ts. */
type Person = {
  id: string;
  /** Null if hidden. */
  phone: string | null;
  name: string;
  display: string;
  imageUrl: string | null;
};

const demoPeople: Person[] = [
  { ...createPerson('+12025550143'), name: 'Mia Chen', imageUrl: '/sandbox/faces/mia.svg' },
  { ...createPerson('US.13491208655302741918'), name: 'Kit Vale', display: '@kit.vale' },
];

const maxPeople = 200;

export type People = {
  list(): Person[];
  add(phone: string): Person;
  clear(): void;
};

/** `hasNumbersOnly`: every gateway knows people by their numbers. */
export function createPeople(texts: TextLog, feed: Feed, hasNumbersOnly: boolean): People {
  const seeded = demoPeople.filter(({ phone }) => phone !== null || !hasNumbersOnly);
  const added: Person[] = [];
  return {
    list() {
      const found = new Map([...seeded, ...added].map((person) => [person.id, person]));
      for (const text of texts.all) {
        if (!found.has(text.person)) found.set(text.person, createPerson(text.person));
      }
      return [...found.values()];
    },
    add(phone) {
      const known = [...seeded, ...added].find(({ id }) => id === phone);
      if (known) return known;
      const person = createPerson(phone);
      pushBounded(added, person, maxPeople);
      feed.publish({ type: 'people' });
      return person;
    },
    clear() {
      added.length = 0;
    },
  };
}

function createPerson(id: string): Person {
  const phone = id.startsWith('+') ? id : null;
  const display = phone ? formatPhone(phone) : id;
  return { id, phone, name: display, display, imageUrl: null };
}
