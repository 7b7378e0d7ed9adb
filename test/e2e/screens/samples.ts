/** What a server says that has broken down. */
export const broken = { status: 500, message: 'The database is taking a rest.' };

export const longWord =
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
export const longText = `${longWord} https://example.com/${'very-'.repeat(30)}long ${'and so on '.repeat(40)}`;

export function idOf(number: number): string {
  return `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`;
}
