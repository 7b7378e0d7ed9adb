import { FileText, Globe, MessageCircleQuestion } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Expert } from '#shared/api/experts.ts';
import type { KnowledgeSource } from '#shared/api/knowledge.ts';
import { Badge } from '#web/components/ui/badge.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { formatDateTime } from '#web/lib/format.ts';
import { usePublishSource, useReadAgain, useRetireSource } from '../api.ts';
import {
  describeFindings,
  describeSize,
  describeValidity,
  findAbsence,
  kindLabels,
  readDayIn,
  stateLabels,
} from '../describe-source.ts';

export const idOfTitle = (sourceId: string) => `source-${sourceId}`;

type Props = {
  expert: Expert;
  source: KnowledgeSource;
  onReview: () => void;
  onEdit: () => void;
  onDelete: () => void;
};

export function SourceItem({ expert, source, onReview, onEdit, onDelete }: Props) {
  const { id, title, state, failure } = source;
  const findings = describeFindings(source);
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 px-4 py-3.5 xl:grid-cols-[auto_minmax(0,1fr)_auto]">
      <KindIcon source={source} />
      <div className="grid min-w-0 gap-1">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h3 dir="auto" className="min-w-0 text-left font-semibold wrap-anywhere">
            {state === 'reading' ? (
              title
            ) : (
              <button
                type="button"
                id={idOfTitle(id)}
                onClick={onReview}
                className="min-h-6 rounded-xs text-left underline-offset-4 hover:underline max-md:min-h-11"
              >
                {title}
              </button>
            )}
          </h3>
          <States expert={expert} source={source} />
        </div>
        {failure && <p className="text-danger wrap-anywhere">{failure}</p>}
        <Facts source={source} />
        {findings && <p className="text-accent text-sm">{findings}</p>}
      </div>
      <Actions
        expertId={expert.id}
        source={source}
        onReview={onReview}
        onEdit={onEdit}
        onDelete={onDelete}
      />
    </li>
  );
}

function KindIcon({ source: { kind } }: { source: KnowledgeSource }) {
  const Icon = kind === 'pair' ? MessageCircleQuestion : kind === 'html' ? Globe : FileText;
  return <Icon aria-hidden className="mt-0.5 size-5 text-muted max-md:mt-3" />;
}

function States({ expert, source }: { expert: Expert; source: KnowledgeSource }) {
  const { label, tone } = stateLabels[source.state];
  const today = readDayIn(expert.openingHours?.timeZone ?? 'UTC');
  const absence = source.state === 'live' ? findAbsence(source, today) : null;
  return (
    <>
      {absence ? <Badge tone="accent">{absence}</Badge> : <Badge tone={tone}>{label}</Badge>}
      {!source.isQuotable && <Badge>Internal</Badge>}
    </>
  );
}

function Facts({ source }: { source: KnowledgeSource }) {
  const { kind, origin, title, addedBy, createdAt } = source;
  const facts = [
    kindLabels[kind],
    origin !== title && origin,
    ...describeSize(source),
    describeValidity(source),
  ];
  return (
    <p className="text-muted text-sm wrap-anywhere">
      {facts.filter(Boolean).join(' · ')}
      <span className="block">
        Added {addedBy && `by ${addedBy} `}on{' '}
        <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
      </span>
    </p>
  );
}

function Actions({
  expertId,
  source,
  onReview,
  onEdit,
  onDelete,
}: Omit<Props, 'expert'> & { expertId: string }) {
  const { id, title, state, canReadAgain } = source;
  const publish = usePublishSource(expertId, id);
  const retire = useRetireSource(expertId, id);
  const readAgain = useReadAgain(expertId, id);
  const isInReview = state === 'review';
  const small = (label: string, onClick: () => void, isPending = false): ReactNode => (
    <Button
      variant="ghost"
      size="small"
      aria-label={`${label} ${title}`}
      disabled={isPending}
      onClick={onClick}
    >
      {label}
    </Button>
  );
  return (
    <div className="col-start-2 -ml-3 flex flex-wrap items-start gap-1 pt-1 xl:col-start-3 xl:-mt-1 xl:-mr-2 xl:pt-0">
      {isInReview && (
        <Button size="small" className="ml-3" aria-label={`Review ${title}`} onClick={onReview}>
          Review
        </Button>
      )}
      {/* What was found is looked at first. */}
      {isInReview &&
        describeFindings(source) === null &&
        small('Publish', () => publish.mutate(), publish.isPending)}
      {state === 'retired' && small('Publish again', () => publish.mutate(), publish.isPending)}
      {small('Edit', onEdit)}
      {state === 'live' && small('Retire', () => retire.mutate(), retire.isPending)}
      {canReadAgain &&
        ['live', 'review', 'failed'].includes(state) &&
        small('Read again', () => readAgain.mutate(), readAgain.isPending)}
      {small('Delete', onDelete)}
    </div>
  );
}
