import type { ReactNode } from 'react';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { cn } from '#web/lib/cn.ts';
import { MeasuredNumber } from './measured-number.tsx';
import { type Measure, measures } from './measures.ts';
import { panelStyle } from './panel.tsx';
import type { Slice } from './slices.ts';

// The lines between the cells are what shows through.
const listStyle = cn(panelStyle, 'grid grid-cols-2 gap-px bg-line md:grid-cols-4');
const itemStyle = 'grid content-start gap-0.5 bg-surface px-4 py-3.5 sm:px-5 sm:py-4';

/** What the range comes to, in eight numbers. */
export function Headline({ total }: { total: Slice }) {
  const { systemTexts, judged, failed, tokens } = total.figures;
  return (
    <dl className={listStyle}>
      <Item label="Messages in" measure={measures.messagesIn} slice={total}>
        written by people
      </Item>
      <Item label="Messages out" measure={measures.messagesOut} slice={total}>
        {systemTexts > 0 && (
          <>
            <Aside measure={measures.systemTexts} slice={total} /> of them system texts
          </>
        )}
        {systemTexts === 0 && 'no system texts'}
      </Item>
      <Item label="Active people" measure={measures.activePeople} slice={total}>
        wrote at least once
      </Item>
      <Item label="Answer time, p50" measure={measures.answerTimeP50} slice={total}>
        <Aside measure={measures.answerTimeP95} slice={total} /> p95
      </Item>
      <Item label="Delivery rate" measure={measures.deliveryRate} slice={total}>
        <span className={cn(failed > 0 && 'text-danger')}>
          <Aside measure={measures.failed} slice={total} /> failed
        </span>
      </Item>
      <Item label="Rejection rate" measure={measures.rejectionRate} slice={total}>
        {judged === 0 ? (
          'no message was checked'
        ) : (
          <>
            <Aside measure={measures.rejected} slice={total} />
            {' of '}
            <Aside measure={measures.judged} slice={total} />
            {judged === 1 ? ' message checked' : ' messages checked'}
          </>
        )}
      </Item>
      <Item label="Tokens in" measure={measures.tokensIn} slice={total}>
        asked of models
      </Item>
      <Item label="Tokens out" measure={measures.tokensOut} slice={total}>
        {tokens.unreported > 0 ? (
          <>
            <Aside measure={measures.unreported} slice={total} /> calls without a count
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
  slice,
  children,
}: {
  label: string;
  measure: Measure;
  slice: Slice;
  /** One more line that says how to take the number. */
  children: ReactNode;
}) {
  return (
    <div className={itemStyle}>
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="font-semibold text-2xl leading-tight tracking-tight">
        <MeasuredNumber measure={measure} slice={slice} label={label} />
      </dd>
      <dd className="text-muted text-sm">{children}</dd>
    </div>
  );
}

function Aside({ measure, slice }: { measure: Measure; slice: Slice }) {
  return <MeasuredNumber measure={measure} slice={slice} className="font-medium" />;
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
