/** To go back to after paying. */
export type LastThread = { id: string; name: string };

/** Another person may sign in to the same tab. */
const keyOf = (userId: string) => `last-thread ${userId}`;

export function noteLastThread(userId: string, thread: LastThread): void {
  sessionStorage.setItem(keyOf(userId), JSON.stringify(thread));
}

export function readLastThread(userId: string): LastThread | null {
  return JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? 'null');
}
