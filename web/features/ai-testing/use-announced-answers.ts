import { useEffect } from 'react';
import type { TestMessage } from '#shared/api/ai-testing.ts';
import { announce, useAnnounced } from '#web/lib/announce.ts';

export function useAnnouncedAnswers(
  name: string,
  { pending, answer }: { pending: string | null; answer: TestMessage | undefined },
): void {
  useAnnounced(pending === null ? '' : `${name} is answering`);
  // Two answers may be equal, but they are two objects.
  useEffect(() => {
    if (answer) announce(`${name}: ${answer.body}`);
  }, [name, answer]);
}
