import type { ReactNode } from 'react';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { cn } from '#web/lib/cn.ts';
import { FigureLink } from './figure-link.tsx';
import type { FigureRow } from './figure-rows.ts';
import { type Measure, measures } from './measures.ts';
import { panelStyle } from './panel.tsx';

// The gaps show this background as lines.
const listStyle = cn(panelStyle, 'grid grid-cols-2 gap-px bg-line md:grid-cols-4');
const itemStyle = 'grid content-start gap-0.5 bg-surface px-4 py-3.5 sm:px-5 sm:py-4';

export function Headline({ total }: { total: FigureRow }) {
  const { systemTexts, validated, failed, tokens } = total.figures;
  return (
    <dl className={listStyle}>
      <Item label="Messages in" measure={measures.messagesIn} row={total}>
        from people
      </Item>
      <Item label="Messages out" measure={measures.messagesOut} row={total}>
        {systemTexts > 0 && (
          <>
            <Aside measure={measures.systemTexts} row={total} /> of them automatic texts
          </>
        )}
        {systemTexts === 0 && 'no automatic texts'}
      </Item>
      <Item label="Active people" measure={measures.activePeople} row={total}>
        wrote at least once
      </Item>
      <Item label="Answer time, p50" measure={measures.answerTimeP50} row={total}>
        <Aside measure={measures.answerTimeP95} row={total} /> p95
      </Item>
      <Item label="Delivery rate" measure={measures.deliveryRate} row={total}>
        <span className={cn(failed > 0 && 'text-danger')}>
          <Aside measure={measures.failed} row={total} /> failed
        </span>
      </Item>
      <Item label="Rejection rate" measure={measures.rejectionRate} row={total}>
        {validated === 0 ? (
          'no messages checked'
        ) : (
          <>
            <Aside measure={measures.rejected} row={total} />
            {' of '}
            <Aside measure={measures.validated} row={total} />
            {validated === 1 ? ' message checked' : ' messages checked'}
          </>
        )}
      </Item>
      <Item label="Tokens in" measure={measures.tokensIn} row={total}>
        sent to models
      </Item>
      <Item label="Tokens out" measure={measures.tokensOut} row={total}>
        {tokens.unreported > 0 ? (
          <>
            <Aside measure={measures.unreported} row={total} /> calls without a count
          </>
        ) : (
          'written by models'
        )}
      </Item>
    </dl>
  );
}

function Item({
  label,
  measure,
  row,
  children,
}: {
  label: string;
  measure: Measure;
  row: FigureRow;
  children: ReactNode;
}) {
  return (
    <div className={itemStyle}>
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="font-semibold text-2xl leading-tight tracking-tight">
        <FigureLink measure={measure} row={row} label={label} />
      </dd>
      <dd className="text-muted text-sm">{children}</dd>
    </div>
  );
}

function Aside({ measure, row }: { measure: Measure; row: FigureRow }) {
  return <FigureLink measure={measure} row={row} className="font-medium" />;
}

export function HeadlineSkeleton() {
  return (
    <div className={listStyle}>
      {Object.values(measures)
        .slice(0, 8)
        .map(({ label }) => (
          <div key={label} className={cn(itemStyle, 'gap-2')}>
            <Skeleton className="h-3.5 w-24" />
            <Skeleton className="h-6 w-20" />
            <Skeleton className="h-3.5 w-28" />
          </div>
        ))}
    </div>
  );
}
