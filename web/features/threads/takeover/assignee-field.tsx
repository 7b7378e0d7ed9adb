import { useQuery } from '@tanstack/react-query';
import type { Thread } from '#shared/api/threads.ts';
import { Select, SelectContent, SelectItem, SelectTrigger } from '#web/components/ui/select.tsx';
import { useCurrentUser } from '#web/session/use-session.ts';
import { assigneesQuery, useAssign } from './takeover-api.ts';

/** Radix reads '' as "not chosen yet". */
const noOne = 'none';

export function AssigneeField({ thread }: { thread: Thread }) {
  const { data } = useQuery(assigneesQuery);
  const me = useCurrentUser();
  const assign = useAssign(thread);
  const { assignee } = thread;
  const others = (data?.assignees ?? []).filter(({ id }) => id !== me.id && id !== assignee?.id);
  const isMine = assignee?.id === me.id;
  return (
    <Select
      value={assignee?.id ?? noOne}
      disabled={assign.isPending}
      onValueChange={(id) => assign.mutate(id === noOne ? null : id)}
    >
      <SelectTrigger aria-label="Assigned to" className="mt-1 w-full" />
      <SelectContent>
        <SelectItem value={noOne}>No one</SelectItem>
        <SelectItem value={me.id}>Me</SelectItem>
        {assignee && !isMine && <SelectItem value={assignee.id}>{assignee.name}</SelectItem>}
        {others.map(({ id, name }) => (
          <SelectItem key={id} value={id}>
            {name}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
}
