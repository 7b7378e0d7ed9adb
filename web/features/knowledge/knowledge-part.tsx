import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Expert } from '#shared/api/experts.ts';
import { useDialogAddress } from '#web/lib/use-dialog-address.ts';
import { sourceParameter, wordsParameter } from '#web/links/expert-link.ts';
import { AddBar } from './adding/add-bar.tsx';
import { DropArea } from './adding/drop-area.tsx';
import { UploadList } from './adding/upload-list.tsx';
import { useUploads } from './adding/use-uploads.ts';
import { sourcesQuery } from './api.ts';
import { ReviewDialog } from './review/review-dialog.tsx';
import { KnowledgeSearch } from './search/knowledge-search.tsx';
import { DeleteDialog } from './sources/delete-dialog.tsx';
import { EditSource } from './sources/edit-source.tsx';
import { type SourceAction, SourceList } from './sources/source-list.tsx';
import { useSourceNews } from './sources/source-news.ts';

/** What an expert knows beside its prompt. */
export function KnowledgePart({ expert }: { expert: Expert }) {
  const { id: expertId, displayName } = expert;
  const sources = useQuery(sourcesQuery(expertId));
  const [added, setAdded] = useState('');
  const { uploads, add, retry, remove } = useUploads(expertId, setAdded);
  const [action, setAction] = useState<SourceAction | null>(null);
  const review = useDialogAddress(sourceParameter, wordsParameter);
  const heading = useRef<HTMLHeadingElement>(null);
  const known = sources.data?.sources ?? [];
  const closeAction = () => setAction(null);
  useSourceNews(known, added);
  return (
    <section
      id="knowledge"
      aria-labelledby="knowledge-title"
      className="scroll-mt-14 border-t pt-5"
    >
      <DropArea onDrop={add} className="grid grid-cols-1 gap-4">
        <div>
          <h2
            ref={heading}
            id="knowledge-title"
            tabIndex={-1}
            className="font-semibold text-lg outline-none"
          >
            Knowledge
          </h2>
          <p className="text-muted">
            What {displayName} may answer from. Changes count from the next message on.
          </p>
        </div>
        <AddBar expertId={expertId} onFiles={add} />
        <UploadList uploads={uploads} onRetry={retry} onRemove={remove} />
        <SourceList
          expert={expert}
          sources={sources}
          onReview={({ id }) => review.open(id)}
          onAction={setAction}
        />
        {known.length > 0 && <KnowledgeSearch expertId={expertId} />}
      </DropArea>
      {review.value !== null && (
        <ReviewDialog
          key={review.value}
          expertId={expertId}
          sourceId={review.value}
          state={known.find(({ id }) => id === review.value)?.state}
          onClose={review.close}
        />
      )}
      {action?.name === 'edit' && (
        <EditSource expertId={expertId} source={action.source} onClose={closeAction} />
      )}
      {action?.name === 'delete' && (
        <DeleteDialog
          expert={expert}
          source={action.source}
          findHeading={() => heading.current}
          onClose={closeAction}
        />
      )}
    </section>
  );
}
