import { useState } from 'react';
import { DayChart } from './day-chart.tsx';
import { FiguresTable } from './figures-table.tsx';
import { Panel } from './panel.tsx';
import { saveTable } from './save-table.ts';
import type { Section } from './sections.ts';
import type { Slice } from './slices.ts';

/** A subject over the days, as a chart or as the table behind it; both are equally high. */
export function SectionPanel({
  section,
  days,
  total,
  expertName,
}: {
  section: Section;
  days: Slice[];
  total: Slice;
  expertName: string | null;
}) {
  const [isTable, setIsTable] = useState(false);
  const { title, hint, columns } = section;
  return (
    <Panel
      title={title}
      hint={hint}
      view={{ isTable, onToggle: () => setIsTable(!isTable) }}
      onDownload={() => saveTable({ title, of: 'Day', columns, rows: days, total, expertName })}
    >
      <div className="h-60">
        {isTable ? (
          <FiguresTable
            title={`${title} by day`}
            of="Day"
            columns={columns}
            rows={days.toReversed()}
            total={total}
            className="h-full border-t"
          />
        ) : (
          <div className="h-full px-4 pb-4 sm:px-5">
            <DayChart section={section} days={days} />
          </div>
        )}
      </div>
    </Panel>
  );
}
