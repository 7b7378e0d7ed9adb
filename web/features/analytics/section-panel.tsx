import { useState } from 'react';
import { DayChart } from './day-chart.tsx';
import type { FigureRow } from './figure-rows.ts';
import { FiguresTable } from './figures-table.tsx';
import { Panel } from './panel.tsx';
import { saveTable } from './save-table.ts';
import type { Section } from './sections.ts';

export function SectionPanel({
  section,
  days,
  total,
  expertName,
}: {
  section: Section;
  days: FigureRow[];
  total: FigureRow;
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
