import { useEffect, useState } from 'react';
import type { Thread } from '#shared/api/threads.ts';
import { hourMs, minuteMs } from '#shared/time.ts';

/** Admins see the time left once it is below this. */
const warnMs = hourMs;

export type ReplyWindow = { isClosed: boolean; minutesLeft: number | null };

/** How long the gateway still accepts texts to the person. */
export function useReplyWindow({ windowClosesAt }: Pick<Thread, 'windowClosesAt'>): ReplyWindow {
  const [now, setNow] = useState(() => Date.now());
  const leftMs = windowClosesAt === null ? null : Date.parse(windowClosesAt) - now;
  useEffect(() => {
    if (windowClosesAt === null) return;
    // `now` may be old: nothing ticks while there is no window.
    setNow(Date.now());
    const tick = setInterval(() => setNow(Date.now()), minuteMs / 6);
    return () => clearInterval(tick);
  }, [windowClosesAt]);
  if (leftMs === null) return { isClosed: false, minutesLeft: null };
  const minutesLeft = leftMs > 0 && leftMs < warnMs ? Math.ceil(leftMs / minuteMs) : null;
  return { isClosed: leftMs <= 0, minutesLeft };
}
