import { aSession } from '#test/web/fixtures.ts';

export const broken = { status: 500, message: 'The database is taking a rest.' };

export const longWord =
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
/** The longest allowed. */
export const longTagline = `${longWord} ${'and so on '.repeat(12)}`.trim();
export const longText = `${longWord} https://example.com/${'very-'.repeat(30)}long ${'and so on '.repeat(40)}`;

/** Old enough for pages to show a date. */
export const longAgo = '2026-03-05T14:30:00.000Z';

export function idOf(number: number): string {
  return `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`;
}

/** The stories sign in too often for a picture. */
export const devices = {
  sessions: [
    aSession(),
    aSession({
      id: idOf(71),
      device: 'Safari on iPhone',
      lastUsedAt: '2026-11-23T12:40:00.000Z',
      isCurrent: false,
    }),
  ],
};
