import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { User } from '#shared/api/auth.ts';
import type { Message } from '#shared/api/messages.ts';
import type { Thread } from '#shared/api/threads.ts';

import { AiDetails } from '#web/components/ai-details.tsx';
import { linkStyle, MoreButton } from '#web/components/more-button.tsx';
import { cn } from '#web/lib/cn.ts';
import { formatDateTime, formatTime } from '#web/lib/format.ts';
import { historyHref } from '#web/links/expert-link.ts';
import { useIsAdmin } from '#web/session/roles.ts';
import { useCurrentUser } from '#web/session/use-session.ts';
import { describeSegments } from '../composer/describe-segments.ts';
import { describeReplay, ReplayButton } from '../failures/replay-button.tsx';
import { AnswerDetails, hasDetails } from './answer-details.tsx';
import { describeAnswer, describeChange, describeDelivery } from './message-labels.ts';
import type { MessageRow } from './message-rows.ts';

export function MessageMeta({
  row: { message, showsDelivery },
  thread,
  isForStaff,
  isOurs,
}: {
  row: MessageRow;
  thread: Thread;
  isForStaff: boolean;
  isOurs: boolean;
}) {
  const { delivery, aiMeta, origin, expertVersion, segments } = message;
  const answer = isForStaff ? describeAnswer(message) : null;
  const writer = describeWriter(message, useCurrentUser(), isForStaff);
  const change = describeChange(message, isForStaff);
  return (
    <p
      className={cn(
        'max-w-[min(36rem,85%)] px-1.5 pt-1 text-muted text-sm leading-5 wrap-anywhere',
        isOurs && 'text-right',
      )}
    >
      <time dateTime={message.createdAt} title={formatDateTime(message.createdAt)}>
        {formatTime(message.createdAt)}
      </time>
      {change && <Part>{change}</Part>}
      {writer && <Part>{writer}</Part>}
      {delivery && showsDelivery && (
        <Part isFailure={delivery.state === 'failed'}>{describeDelivery(delivery)}</Part>
      )}
      {/* One is the rule. */}
      {isForStaff && segments !== null && segments > 1 && <Part>{describeSegments(segments)}</Part>}
      {!isForStaff && message.isUnpaid && <Part>Not answered: no messages left</Part>}
      {answer && <Part isFailure={answer.isFailure}>{answer.text}</Part>}
      {isForStaff && describeReplay(message, thread) && (
        <Part>
          <ReplayButton message={message} thread={thread} />
        </Part>
      )}
      {message.answer && hasDetails(message.answer) && (
        <Part>
          <AnswerDetails answer={message.answer} />
        </Part>
      )}
      {isForStaff && origin === 'ai' && aiMeta && (
        <Part>
          <AiDetails aiMeta={aiMeta}>
            {expertVersion !== null && (
              <Part>
                <VersionLink expertId={thread.expert.id} version={expertVersion} />
              </Part>
            )}
          </AiDetails>
        </Part>
      )}
      {isForStaff && <MessageIds ids={message.ids} />}
    </p>
  );
}

/** Agents can't open experts. */
function VersionLink({ expertId, version }: { expertId: string; version: number }) {
  if (!useIsAdmin()) return `version ${version}`;
  return (
    <Link href={historyHref(expertId, version)} className={linkStyle}>
      version {version}
    </Link>
  );
}

/** For a search in the log, at the gateway, or with `npm run admin -- explain`. */
function MessageIds({ ids }: { ids: Message['ids'] }) {
  const [isShown, setIsShown] = useState(false);
  if (!ids || (ids.gateway.length === 0 && ids.request === null)) return null;
  return (
    <Part>
      <MoreButton isShown={isShown} onToggle={() => setIsShown(!isShown)}>
        {isShown ? 'Hide ids' : 'Ids'}
      </MoreButton>
      {isShown &&
        ids.gateway.map((id) => (
          <span key={id} className="block">
            Gateway: {id}
          </span>
        ))}
      {isShown && ids.request && <span className="block">Request: {ids.request}</span>}
    </Part>
  );
}

function describeWriter({ origin, author }: Message, me: User, isForStaff: boolean): string | null {
  if (origin === 'system') return 'Automatic text';
  if (!isForStaff) return null;
  if (origin === 'admin') return author?.id === me.id ? 'You' : (author?.name ?? 'A colleague');
  return origin === 'web' ? 'From the dashboard' : null;
}

function Part({ isFailure, children }: { isFailure?: boolean; children: ReactNode }) {
  return (
    <>
      {' · '}
      <span className={cn(isFailure && 'text-danger')}>{children}</span>
    </>
  );
}
