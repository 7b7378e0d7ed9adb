import type { PersonDetails } from '#shared/api/people.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { describeAction, describeFacts } from './describe.ts';

export function PersonChanges({ changes }: { changes: PersonDetails['changes'] }) {
  if (changes.length === 0) {
    return <p className="text-muted">No changes to this account yet.</p>;
  }
  return (
    <ol className="divide-y border-y">
      {changes.map(({ id, action, by, before, after, createdAt }) => (
        <li key={id} className="grid gap-0.5 py-2.5">
          <span className="font-medium">{describeAction(action)}</span>
          <span className="text-muted text-sm wrap-anywhere">
            {describeFacts({ before, after })}
          </span>
          <span className="text-muted text-sm wrap-anywhere">
            <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
            {by && ` · ${by}`}
          </span>
        </li>
      ))}
    </ol>
  );
}
