/** Instead of an address: the person of this thread was forgotten. Nothing is added to it or sent from it any more. */
export const forgottenHandle = '';

export function isForgotten({ handle }: { handle: string }): boolean {
  return handle === forgottenHandle;
}
