import type { PublicExpert } from '#shared/api/experts.ts';

/** The handle, unless it is all dots: browsers read those as a folder. */
export function hrefOfPublicExpert({ id, handle }: Pick<PublicExpert, 'id' | 'handle'>): string {
  return `/user/experts/${/^\.+$/.test(handle) ? id : handle}`;
}

/** Handles are unique regardless of case. */
export function findExpertByName(
  experts: PublicExpert[],
  idOrHandle: string,
): PublicExpert | undefined {
  const name = idOrHandle.toLowerCase();
  return experts.find(({ id, handle }) => id === name || handle.toLowerCase() === name);
}
