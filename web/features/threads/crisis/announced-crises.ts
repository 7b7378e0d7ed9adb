import type { Thread } from '#shared/api/threads.ts';

/** Each conversation's last announced crisis, for all tabs of this browser. */
const key = 'announced_crises';
const maxAnnounced = 200;

type Announced = Record<string, string>;

export function isAnnounced({ id, riskAt }: Thread): boolean {
  return readAnnounced()[id] === riskAt;
}

export function rememberAnnounced({ id, riskAt }: Thread): void {
  if (riskAt === null) return;
  const { [id]: _, ...others } = readAnnounced();
  const kept = [...Object.entries(others), [id, riskAt]].slice(-maxAnnounced);
  localStorage.setItem(key, JSON.stringify(Object.fromEntries(kept)));
}

function readAnnounced(): Announced {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? '{}') ?? {}) as Announced;
  } catch {
    return {};
  }
}
