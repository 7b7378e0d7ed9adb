import { Suspense, useState } from 'react';
import type { Thread } from '#shared/api/threads.ts';
import { Button } from '#web/components/ui/button.tsx';
import { lazyPage } from '#web/lib/lazy-page.ts';
import { useCurrentUser } from '#web/session/use-session.ts';

const CreditsDialog = lazyPage(() =>
  import('#web/features/billing/credits-dialog.tsx').then((module) => module.CreditsDialog),
);

type Person = Pick<NonNullable<Thread['person']>, 'id' | 'paidMessages' | 'messageCount'> & {
  name: string;
};

export function CreditsAction({ person }: { person: Person }) {
  const [isOpen, setIsOpen] = useState(false);
  const isAllowed = useCurrentUser().role === 'ADMIN';
  if (!isAllowed) return null;
  const left = person.paidMessages - person.messageCount;
  return (
    <>
      <Button
        variant="outline"
        size="small"
        className="mt-2"
        onPointerEnter={CreditsDialog.preload}
        onFocus={CreditsDialog.preload}
        onClick={() => setIsOpen(true)}
      >
        Adjust credits
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <CreditsDialog
            person={{ id: person.id, name: person.name, left }}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
