import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { Thread } from '#shared/api/threads.ts';
import { threadMessageMaxLength } from '#shared/limits.ts';
import { findOwnTextPause } from '#shared/own-text-pause.ts';
import { countSmsSegments } from '#shared/sms.ts';
import { secondMs } from '#shared/time.ts';
import { linkStyle } from '#web/components/more-button.tsx';
import { formatTimeNear } from '#web/lib/format.ts';
import { countCreditsLeft } from '#web/session/credits.ts';
import { useCurrentUser } from '#web/session/use-session.ts';
import { describeSegments } from './describe-segments.ts';
import { useOutbox } from './use-outbox.ts';

const plansPath = '/user/subscription';

/** The minute it names is that of a text sent now, by the clock that the reader sees. */
export function PauseNote({ id, thread }: { id: string; thread: Thread }) {
  const { handler, pauseAfterText, expert } = thread;
  const now = useNow();
  const pause = handler === 'ai' && pauseAfterText ? findOwnTextPause(pauseAfterText, now) : null;
  if (!pause) return null;
  const end = pause.until
    ? formatTimeNear(pause.until.toISOString(), now)
    : 'you return the conversation';
  return (
    <p id={id} className="px-1 pt-1.5 text-muted text-sm">
      Sending pauses {expert.displayName} until {end}.
    </p>
  );
}

function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const tick = setInterval(() => setNow(new Date()), secondMs);
    return () => clearInterval(tick);
  }, []);
  return now;
}

/** The text ends the wait, as it does on the phone. */
function PersonNote({ thread: { id, expert, canEndWait } }: { thread: Thread }) {
  const { texts, add } = useOutbox(id);
  const wish = `Back to ${expert.displayName}`;
  const isAsked = texts.some(({ body, failure }) => body === wish && failure === null);
  if (!canEndWait) return 'A person from the team answers here, and sees what you write.';
  return (
    <>
      A person from the team answers here. They see what you write, and you wait for them.{' '}
      <button
        type="button"
        className={linkStyle}
        aria-disabled={isAsked}
        onClick={() => !isAsked && add(wish)}
      >
        {wish}
      </button>
    </>
  );
}

export function AnswerNote({ thread }: { thread: Thread }) {
  const { expert, isOptedOut, hasClosed, handler } = thread;
  const { displayName } = expert;
  const isSpent = countCreditsLeft(useCurrentUser()) === 0;
  if (handler === 'human') return <PersonNote thread={thread} />;
  if (isSpent) {
    return (
      <>
        You have no messages left.{' '}
        <Link href={plansPath} className="text-primary underline underline-offset-2">
          Choose a plan
        </Link>{' '}
        and {displayName} will answer your next message.
      </>
    );
  }
  if (!isOptedOut) return `${displayName}'s answer appears here.`;
  return `You ${hasClosed ? 'closed the conversation with' : 'opted out of texts from'} ${displayName}. Messages you write here are still answered here.`;
}

/** From here on users see how many characters are left. */
const nearLimit = 200;

export function LengthNote({
  id,
  text,
  thread,
  isForStaff,
}: {
  id: string;
  text: string;
  thread: Thread;
  isForStaff: boolean;
}) {
  const left = threadMessageMaxLength - text.length;
  if (left < 0) {
    return (
      <p id={id} role="alert" className="text-danger text-sm">
        A message has at most {threadMessageMaxLength} characters ({-left} too many)
      </p>
    );
  }
  return (
    <p id={id} className="text-muted text-sm">
      {isForStaff && describeLength(text, thread, left)}
      {!isForStaff && left < nearLimit && `${left} left`}
    </p>
  );
}

function describeLength(text: string, { expert }: Thread, left: number): string {
  if (expert.channel !== 'SMS') return `${left} left`;
  const { segments, left: segmentLeft } = countSmsSegments(text);
  const charactersLeft = Math.min(left, segmentLeft);
  return `${charactersLeft} left · ${describeSegments(segments)}`;
}
