import type { PublicExpert } from '#shared/api/experts.ts';

/** The handle can be said aloud; browsers would read one of dots alone as a folder. */
export function hrefOfPublicExpert({ id, handle }: Pick<PublicExpert, 'id' | 'handle'>): string {
  return `/user/experts/${/^\.+$/.test(handle) ? id : handle}`;
}

/** Handles are unique in any case. */
export function findExpertByName(
  experts: PublicExpert[],
  idOrHandle: string,
): PublicExpert | undefined {
  const name = idOrHandle.toLowerCase();
  return experts.find(({ id, handle }) => id === name || handle.toLowerCase() === name);
}
