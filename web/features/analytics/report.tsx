import type { AnalyticsReply } from '#shared/api/analytics.ts';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { cn } from '#web/lib/cn.ts';
import { ExpertPanel } from './expert-panel.tsx';
import { toDayRows, toExpertRows, toTotalRow } from './figure-rows.ts';
import { Headline, HeadlineSkeleton } from './headline.tsx';
import { panelStyle } from './panel.tsx';
import { SectionPanel } from './section-panel.tsx';
import { sections } from './sections.ts';

const listStyle = 'grid grid-cols-1 gap-4 lg:grid-cols-2';

export function Report({
  reply,
  expertId,
  hrefOfExpert,
}: {
  reply: AnalyticsReply;
  /** Null for all experts. */
  expertId: string | null;
  hrefOfExpert: (expertId: string) => string;
}) {
  const total = toTotalRow(reply, expertId);
  const days = toDayRows(reply, expertId);
  const [only] = reply.experts;
  const expertName = (expertId && only?.expert.displayName) || null;
  return (
    <>
      <Headline total={total} />
      <div className={listStyle}>
        {sections.map((section) => (
          <SectionPanel
            key={section.title}
            section={section}
            days={days}
            total={total}
            expertName={expertName}
          />
        ))}
      </div>
      {expertId === null && (
        <ExpertPanel experts={toExpertRows(reply)} total={total} hrefOf={hrefOfExpert} />
      )}
    </>
  );
}

const bars = [52, 64, 58, 71, 66, 80, 74, 62, 88, 77, 93, 84].map((percent) => `${percent}%`);

export function ReportSkeleton() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Loading analytics</span>
      <HeadlineSkeleton />
      <div className={listStyle}>
        {sections.map(({ title }) => (
          <div key={title} className={cn(panelStyle, 'grid h-77 content-between bg-surface p-5')}>
            <div className="grid gap-2">
              <Skeleton className="h-4 w-28" />
              <Skeleton className="h-3.5 w-52 max-w-full" />
            </div>
            <div className="flex h-48 items-end gap-[3%]">
              {bars.map((height) => (
                <Skeleton key={height} className="flex-1 rounded-[4px]" style={{ height }} />
              ))}
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
