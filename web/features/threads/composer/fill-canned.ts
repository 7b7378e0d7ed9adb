import type { Thread } from '#shared/api/threads.ts';

/** What a canned reply may name. */
export const cannedNames = ['first_name', 'expert', 'my_name'] as const;
export type CannedNames = Record<(typeof cannedNames)[number], string>;

/** `there` is what one says to a person whose name is not known: "Hi there". */
const unknownPerson = 'there';

export function namesFor(
  { person, expert }: Thread,
  me: { firstName: string | null; email: string },
): CannedNames {
  return {
    first_name: person?.name?.split(' ')[0] ?? unknownPerson,
    expert: expert.displayName,
    my_name: me.firstName ?? me.email,
  };
}

/** Other words in braces stay as they are. */
export function fillIn(text: string, names: CannedNames): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(names, name) ? names[name as keyof CannedNames] : whole,
  );
}
