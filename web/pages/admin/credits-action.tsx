import { Suspense } from 'react';
import type { Thread } from '#shared/api/threads.ts';
import { Button } from '#web/components/ui/button.tsx';
import { lazyPage } from '#web/lib/lazy-page.ts';
import { useDialogAddress } from '#web/lib/use-dialog-address.ts';
import { useIsAdmin } from '#web/session/roles.ts';

const CreditsDialog = lazyPage(() =>
  import('#web/features/billing/credits-dialog.tsx').then((module) => module.CreditsDialog),
);

const dialog = 'credits';

type Person = Pick<NonNullable<Thread['person']>, 'id' | 'paidMessages' | 'messageCount'> & {
  name: string;
};

/** Has the dialog: one per page, others use `CreditsButton`. */
export function CreditsAction({ person }: { person: Person }) {
  const { value, close } = useDialogAddress(dialog);
  const isAllowed = useIsAdmin();
  const left = person.paidMessages - person.messageCount;
  return (
    <>
      <CreditsButton />
      {isAllowed && value !== null && (
        <Suspense fallback={null}>
          <CreditsDialog person={{ id: person.id, name: person.name, left }} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

export function CreditsButton() {
  const { open } = useDialogAddress(dialog);
  const isAllowed = useIsAdmin();
  if (!isAllowed) return null;
  return (
    <Button
      variant="outline"
      size="small"
      className="mt-2"
      onPointerEnter={CreditsDialog.preload}
      onFocus={CreditsDialog.preload}
      onClick={() => open('open')}
    >
      Adjust credits
    </Button>
  );
}
