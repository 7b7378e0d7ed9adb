import type { Thread } from '#shared/api/threads.ts';
import { useOfferedActions } from '#web/keys/offered-actions.ts';
import { useShortcuts } from '#web/keys/use-shortcuts.ts';
import { useCurrentUser } from '#web/session/use-session.ts';
import { unlessInCrisis } from '../crisis/end-crisis.ts';
import {
  type Resolving,
  useAssign,
  useResolve,
  useReturnToAi,
  useTakeOver,
} from './takeover-api.ts';

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

  const canTake = thread.isCurrent && (thread.handler === 'ai' || !isMine);
  const canGiveBack = thread.isCurrent && thread.handler === 'human';
  const canKeep = canGiveBack && !isResolved;
  const settle = (wanted: Resolving) => {
    if (!resolve.isPending) unlessInCrisis(thread, 'resolve', () => resolve.mutate(wanted));
  };
  const actions = {
    take: () => {
      if (canTake && !take.isPending) take.mutate(thread.id);
    },
    giveBack: () => {
      if (!canGiveBack || giveBack.isPending) return;
      unlessInCrisis(thread, 'return', () => giveBack.mutate('all'));
    },
    reply,
    resolve: () => settle({ isResolved: !isResolved }),
    resolveAndKeep: () => (canKeep ? settle({ isResolved: true, keeps: true }) : false),
    assign: () => {
      if (!assign.isPending) assign.mutate(isMine ? null : me.id);
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
    ...(canKeep
      ? [
          {
            name: 'resolveAndKeep' as const,
            label: 'Resolve, and go on answering it yourself',
            run: actions.resolveAndKeep,
          },
        ]
      : []),
    { name: 'assign', label: isMine ? 'Assign to no one' : 'Assign to me', run: actions.assign },
    { name: 'label', label: 'Label this conversation', run: label },
  ]);
}
