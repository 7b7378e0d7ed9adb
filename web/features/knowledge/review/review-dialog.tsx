import { useQuery } from '@tanstack/react-query';
import { useSearch } from 'wouter';
import type { SourceDetails, SourceState } from '#shared/api/knowledge.ts';
import { ErrorState } from '#web/components/error-state.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog, DialogClose, DialogContent } from '#web/components/ui/dialog.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { describeError, statusOf } from '#web/lib/api-client.ts';
import { readWords } from '#web/links/expert-link.ts';
import { sourceQuery, usePublishSource } from '../api.ts';
import { idOfTitle } from '../sources/source-item.tsx';
import { ReadText } from './read-text.tsx';

/** What was read of a source, as models get it; in review, it ends with Publish. */
export function ReviewDialog({
  expertId,
  sourceId,
  state,
  onClose,
}: {
  expertId: string;
  sourceId: string;
  /** As the list has it. */
  state: SourceState | undefined;
  onClose: () => void;
}) {
  const { data, error, isFetching, refetch } = useQuery(
    sourceQuery(expertId, { id: sourceId, state }),
  );
  const publish = usePublishSource(expertId, sourceId);
  const words = readWords(useSearch());
  const isInReview = data?.source.state === 'review';
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title={data?.source.title ?? 'Source'}
        {...(data && { description: describeReading(data) })}
        className="max-w-3xl"
        findGoal={() => document.getElementById(idOfTitle(sourceId))}
        footer={
          <>
            <DialogClose asChild>
              <Button variant="outline">Close</Button>
            </DialogClose>
            {isInReview && (
              <Button
                disabled={publish.isPending}
                onClick={() => publish.mutate(undefined, { onSuccess: onClose })}
              >
                {publish.isPending ? 'Publishing...' : 'Publish'}
              </Button>
            )}
          </>
        }
      >
        {data ? (
          <ReadText details={data} words={words} />
        ) : error && !isFetching ? (
          <ErrorState
            title={statusOf(error) === 404 ? 'This source is gone' : 'Unable to load the source'}
            description={
              statusOf(error) === 404 ? 'It may have been deleted meanwhile.' : describeError(error)
            }
            {...(statusOf(error) !== 404 && { onRetry: () => refetch() })}
            className="py-6"
          />
        ) : (
          <LoadingText />
        )}
      </DialogContent>
    </Dialog>
  );
}

function describeReading({ source: { state } }: SourceDetails): string {
  if (state === 'review') return 'This is what was read. No model gets it before you publish it.';
  if (state === 'live') return 'This is what models get of it.';
  return state === 'failed' ? 'It could not be read.' : 'Models do not get it now.';
}

function LoadingText() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Loading the source</span>
      <Skeleton className="h-4" />
      <Skeleton className="h-4" />
      <Skeleton className="h-4 w-2/3" />
    </div>
  );
}
