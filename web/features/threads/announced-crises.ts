import type { Thread } from '#shared/api/threads.ts';

/** For all tabs of this browser: each conversation's last crisis that was announced. */
const key = 'announced_crises';
/** The oldest are forgotten first. */
const most = 200;

type Announced = Record<string, string>;

export function isAnnounced({ id, riskAt }: Thread): boolean {
  return readAnnounced()[id] === riskAt;
}

export function rememberAnnounced({ id, riskAt }: Thread): void {
  if (riskAt === null) return;
  const { [id]: _, ...others } = readAnnounced();
  const kept = [...Object.entries(others), [id, riskAt]].slice(-most);
  localStorage.setItem(key, JSON.stringify(Object.fromEntries(kept)));
}

function readAnnounced(): Announced {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? '{}') ?? {}) as Announced;
  } catch {
    return {};
  }
}
