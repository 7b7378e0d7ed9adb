import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { type InviteReply, inviteRequest } from '#shared/api/team.ts';
import { CopyButton } from '#web/components/copy-button.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { Radio } from '#web/components/ui/radio.tsx';
import { describeError } from '#web/lib/api-client.ts';
import { describeRefusal } from '#web/lib/refused-field.ts';
import { roleNames } from '#web/session/roles.ts';
import { useInvite } from './api.ts';
import { roleHints } from './role-hints.ts';

const roles = ['AGENT', 'ADMIN'] as const;

export function InviteForm() {
  const invite = useInvite();
  const form = useForm({
    defaultValues: { email: '', role: 'AGENT' as const },
    resolver: zodResolver(inviteRequest),
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit((values) =>
    invite.mutate(values, { onSuccess: () => form.reset() }),
  );
  const refusal = invite.error && (describeRefusal(invite.error) || describeError(invite.error));
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4 border-t pt-5">
      <h3 className="font-semibold">Invite someone</h3>
      <Field label="Email" error={errors.email?.message ?? refusal ?? undefined}>
        {(control) => (
          <Input
            {...control}
            {...form.register('email')}
            type="email"
            autoComplete="off"
            placeholder="grace@example.com"
          />
        )}
      </Field>
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 font-medium">Role</legend>
        {roles.map((role) => (
          <div key={role} className="flex items-start gap-3">
            <Radio {...form.register('role')} id={`role-${role}`} value={role} />
            <label htmlFor={`role-${role}`} className="grid">
              <span className="font-medium">{roleNames[role]}</span>
              <span className="text-muted text-sm">{roleHints[role]}</span>
            </label>
          </div>
        ))}
      </fieldset>
      <Button type="submit" className="justify-self-start" disabled={invite.isPending}>
        {invite.isPending ? 'Inviting...' : 'Invite'}
      </Button>
      <div role="status">{invite.data && <InvitationLink reply={invite.data} />}</div>
    </form>
  );
}

function InvitationLink({ reply: { link, isMailed, invitation } }: { reply: InviteReply }) {
  return (
    <div className="rounded-control bg-primary-soft p-3 text-primary-soft-foreground">
      <p className="text-sm">
        {isMailed
          ? `Mailed to ${invitation.email}. You can also pass on this link yourself.`
          : `Send this link to ${invitation.email} yourself.`}{' '}
        It works once, within 24 hours, and is not shown again.
      </p>
      <div className="mt-2 flex items-center gap-2">
        <Input aria-label="Invitation link" readOnly value={link} className="min-w-0 flex-1" />
        <CopyButton text={link} label="Copy invitation link" copiedTitle="Link copied" />
      </div>
    </div>
  );
}
