import { Lock } from 'lucide-react';
import { useState } from 'react';
import type { MessagesReply } from '#shared/api/messages.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Composer } from './composer.tsx';
import { HandlerBar } from './handler-bar.tsx';
import { NoteForm } from './note-form.tsx';

/** Who answers, and below it where staff write: to the person, or a note to each other. */
export function StaffComposer({ reply, onSent }: { reply: MessagesReply; onSent: () => void }) {
  const { thread, messages } = reply;
  const [isNoting, setIsNoting] = useState(false);
  return (
    <>
      <HandlerBar thread={thread} messages={messages}>
        <Button
          variant={isNoting ? 'secondary' : 'ghost'}
          size="small"
          aria-pressed={isNoting}
          onClick={() => setIsNoting(!isNoting)}
        >
          <Lock aria-hidden />
          Note
        </Button>
      </HandlerBar>
      {isNoting ? (
        <NoteForm thread={thread} onAdded={onSent} onClose={() => setIsNoting(false)} />
      ) : (
        <Composer thread={thread} isAdmin onSent={onSent} />
      )}
    </>
  );
}
