import { expect, it } from 'vitest';
import { createPiece } from '#test/known-piece.ts';
import { buildIndex } from './build-index.ts';
import type { KnowledgeIndex } from './knowledge-index.ts';

const bakery = [
  'We are open Monday to Friday from 7:00 to 18:30, and on Saturdays until 14:00.',
  'Our sourdough is baked twice a day. Loaves keep for four days in a paper bag.',
  'Birthday cakes are ordered two days before. We need your phone number and the name.',
  'Parking is free behind the house. The Wi-Fi password is on the receipt.',
  'The constructor of our oven was Enrico Toni; its chimney has no prototype.',
];

async function buildBakery(): Promise<KnowledgeIndex> {
  return buildIndex(
    bakery.map((text, position) => createPiece({ text, position, title: 'Bakery' })),
  );
}

it.each([
  ['whats ur wifi pw', 3],
  ['opn on saturday??', 0],
  ['how long does a loaf of sourdough keep', 1],
  ['ordering a bday cake', 2],
  ['is ther a place 2 park, a parkng lot', 3],
  ['constructor', 4],
])('finds what %j asks for', async (question, place) => {
  const [first] = (await buildBakery()).rank(question);
  expect(first?.at).toBe(place);
});

it.each(['zebra', '', '🤷', '__proto__', 'toString', 'שלום'])(
  'finds nothing for %j',
  async (question) => {
    expect([...(await buildBakery()).rank(question)]).toEqual([]);
  },
);

it('hears the text before, at less weight than this one', async () => {
  const index = await buildBakery();
  const [first] = index.rank('and how many days before?', 'can i order a birthday cake');
  expect(first?.at).toBe(2);
  const [other] = index.rank('is parking free', 'can i order a birthday cake');
  expect(other?.at).toBe(3);
});

it('finds by the words of title and heading', async () => {
  const shown = { title: 'Allergies', heading: 'Gluten' };
  const index = await buildIndex([
    createPiece({ text: 'Ask our staff.', position: 0, ...shown }),
    createPiece({ text: 'Ask our staff.', position: 1, title: 'Other' }),
  ]);
  expect([...index.rank('gluten allergy')].map(({ at }) => at)).toEqual([0]);
});

it('reads each source in its own language', async () => {
  const index = await buildIndex([
    createPiece({
      sourceId: 'a',
      text: 'The shop is closed on the days of the fair and on Sundays.',
    }),
    createPiece({
      sourceId: 'b',
      text: 'Die Bäckerei ist an allen Sonntagen und am Feiertag geschlossen.',
    }),
  ]);
  expect([...index.rank('closed sunday')][0]?.at).toBe(0);
  expect([...index.rank('sonntag in der baeckerei')][0]?.at).toBe(1);
});

it('ranks equal pieces by their place', async () => {
  const index = await buildIndex(
    [3, 1, 2, 0].map((position) => createPiece({ text: 'Bread.', position })),
  );
  expect(index.pieces.map(({ position }) => position)).toEqual([0, 1, 2, 3]);
  expect([...index.rank('bread')].map(({ at }) => at)).toEqual([0, 1, 2, 3]);
});

it('is built of nothing, and of more pieces than a short number counts', async () => {
  expect([...(await buildIndex([])).rank('bread')]).toEqual([]);
  const count = 2 ** 16 + 10;
  const many = Array.from({ length: count }, (_, position) =>
    createPiece({ text: position === count - 1 ? 'Rye' : 'Bread', position }),
  );
  expect([...(await buildIndex(many)).rank('rye')].map(({ at }) => at)).toEqual([count - 1]);
});
