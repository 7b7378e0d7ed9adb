import type { Thread } from '#shared/api/threads.ts';
import { useOfferedActions } from '#web/keys/offered-actions.ts';
import { useShortcuts } from '#web/keys/use-shortcuts.ts';
import { toast } from '#web/lib/toast.ts';
import { useCurrentUser } from '#web/session/use-session.ts';
import { unlessInCrisis } from '../crisis/end-crisis.ts';
import { useAssign, useResolve, useReturnToAi, useTakeOver } from './takeover-api.ts';

/** The palette offers the same actions. */
export function useThreadKeys(
  thread: Thread,
  { reply, label }: { reply: () => void; label: () => void },
): void {
  const me = useCurrentUser();
  const assign = useAssign(thread);
  const resolve = useResolve(thread);
  const take = useTakeOver();
  const giveBack = useReturnToAi(thread);
  const { isResolved } = thread;
  const isMine = thread.assignee?.id === me.id;

  // The change may be off screen, so a toast reports it.
  const say = (title: string) => ({ onSuccess: () => toast({ title }) });
  const canTake = thread.isCurrent && (thread.handler === 'ai' || !isMine);
  const canGiveBack = thread.isCurrent && thread.handler === 'human';
  const actions = {
    take: () => {
      if (canTake && !take.isPending) take.mutate(thread.id, say('You answer now'));
    },
    giveBack: () => {
      const done = `${thread.expert.displayName} answers again`;
      if (!canGiveBack || giveBack.isPending) return;
      unlessInCrisis(thread, 'return', () => giveBack.mutate('all', say(done)));
    },
    reply,
    resolve: () => {
      const done = isResolved ? 'Conversation reopened' : 'Conversation resolved';
      if (resolve.isPending) return;
      unlessInCrisis(thread, 'resolve', () => resolve.mutate(!isResolved, say(done)));
    },
    assign: () => {
      const done = isMine ? 'Assigned to no one' : 'Assigned to you';
      if (!assign.isPending) assign.mutate(isMine ? null : me.id, say(done));
    },
  };
  useShortcuts({ ...actions, label });
  const canReply = thread.isCurrent && !thread.isOptedOut && thread.canBeTexted;
  useOfferedActions([
    ...(canReply ? [{ name: 'reply' as const, label: 'Reply', run: reply }] : []),
    ...(canTake ? [{ name: 'take' as const, label: 'Take over', run: actions.take }] : []),
    ...(canGiveBack
      ? [{ name: 'giveBack' as const, label: 'Return to AI', run: actions.giveBack }]
      : []),
    {
      name: 'resolve',
      label: `${isResolved ? 'Reopen' : 'Resolve'} this conversation`,
      run: actions.resolve,
    },
    { name: 'assign', label: isMine ? 'Assign to no one' : 'Assign to me', run: actions.assign },
    { name: 'label', label: 'Label this conversation', run: label },
  ]);
}
