import { Link } from 'wouter';
import { RelativeTime } from '#web/components/relative-time.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { writeInboxPlace } from '#web/links/inbox-place.ts';
import { countOf } from '../describe-source.ts';
import type { Question } from './unanswered-api.ts';

const reasons: Record<Question['reason'], string> = {
  no_answer: 'Not in the sources',
  unverified: 'Not verified',
};

export function QuestionItem({ question, onAnswer }: { question: Question; onAnswer: () => void }) {
  const { question: words, reason, fault, count, lastAskedAt, threadId, messageId } = question;
  const place = { scope: null, search: '', threadId, messageId };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3.5">
      <div className="min-w-0 flex-1 basis-64">
        <p dir="auto" className="line-clamp-4 text-left font-medium wrap-anywhere">
          {words}
        </p>
        <p className="text-muted text-sm wrap-anywhere">
          {reasons[reason]}
          {fault && `: ${fault}`}
          {' · '}
          {count > 1 ? `asked ${countOf(count, 'time')}, last ` : 'asked '}
          <RelativeTime timestamp={lastAskedAt} />
          {' · '}
          <Link
            href={`/conversations${writeInboxPlace(place)}`}
            aria-label={`Conversation: ${words}`}
            className="rounded-xs underline underline-offset-2 hover:text-foreground"
          >
            Conversation
          </Link>
        </p>
      </div>
      <Button variant="outline" size="small" aria-label={`Answer: ${words}`} onClick={onAnswer}>
        Answer
      </Button>
    </li>
  );
}
