import { useQuery } from '@tanstack/react-query';
import type { KnowledgeSource } from '#shared/api/knowledge.ts';
import { ErrorState } from '#web/components/error-state.tsx';
import { Dialog, DialogContent } from '#web/components/ui/dialog.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { describeError } from '#web/lib/api-client.ts';
import { editedQuery } from '../api.ts';
import { EditDialog } from './edit-dialog.tsx';

type Props = { expertId: string; source: KnowledgeSource; onClose: () => void };

/** The words of a question and its answer are loaded first; those of other kinds are not edited. */
export function EditSource({ expertId, source, onClose }: Props) {
  if (source.kind === 'pair')
    return <EditPair expertId={expertId} source={source} onClose={onClose} />;
  return <EditDialog expertId={expertId} edited={{ source, pair: null }} onClose={onClose} />;
}

function EditPair({ expertId, source, onClose }: Props) {
  const { data, error, isFetching, refetch } = useQuery(editedQuery(expertId, source.id));
  if (data) return <EditDialog expertId={expertId} edited={data} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent title={`Edit ${source.title}`}>
        {error && !isFetching ? (
          <ErrorState
            title="Unable to load the source"
            description={describeError(error)}
            onRetry={() => refetch()}
            className="py-6"
          />
        ) : (
          <div role="status" className="grid gap-3">
            <span className="sr-only">Loading the source</span>
            <Skeleton className="h-20" />
            <Skeleton className="h-40" />
          </div>
        )}
      </DialogContent>
    </Dialog>
  );
}
