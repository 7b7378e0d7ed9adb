import type { ReactNode } from 'react';
import { isSubscribed } from '#web/session/credits.ts';
import { PasswordDialog } from '#web/session/password-dialog.tsx';
import { useCurrentUser } from '#web/session/use-session.ts';
import { useDeleteAccount } from './api.ts';

export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const deletion = useDeleteAccount();
  return (
    <PasswordDialog
      title="Delete your account?"
      description="This can't be undone."
      cancel="Keep my account"
      action={deletion.isPending ? 'Deleting...' : 'Delete account'}
      variant="danger"
      send={deletion}
      onClose={onClose}
    >
      <Consequences />
    </PasswordDialog>
  );
}

function Consequences() {
  const user = useCurrentUser();
  return (
    <>
      <List title="Deleted right away">
        <li>Your name, email and phone number</li>
        <li>Every conversation, with its pictures</li>
        <li>Your connections: experts stop answering your texts</li>
        <li>The messages you have left, and your card at the payment service</li>
      </List>
      {isSubscribed(user) && (
        <p className="rounded-control bg-accent-soft p-3 text-accent">
          Your subscription ends right away, with no refund for the rest of its period.
        </p>
      )}
      <List title="What we keep">
        <li>The record of payments and message counts, without your name</li>
        <li>That you texted STOP, so that no expert texts you again</li>
        <li>That your free trial was used</li>
      </List>
    </>
  );
}

function List({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="font-semibold">{title}</h3>
      <ul className="mt-1 grid list-disc gap-1 pl-5 text-muted">{children}</ul>
    </div>
  );
}
