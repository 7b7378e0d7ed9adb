import { Link } from 'wouter';
import type { FigureRow } from './figure-rows.ts';
import { FiguresTable } from './figures-table.tsx';
import { Panel } from './panel.tsx';
import { saveTable } from './save-table.ts';
import { expertColumns } from './sections.ts';

const title = 'By expert';

export function ExpertPanel({
  experts,
  total,
  hrefOf,
}: {
  experts: FigureRow[];
  total: FigureRow;
  hrefOf: (expertId: string) => string;
}) {
  const table = { title, of: 'Expert', columns: expertColumns, rows: experts, total };
  return (
    <Panel
      title={title}
      hint="Busiest first. Select a name to see only that expert."
      onDownload={() => saveTable({ ...table, expertName: null })}
    >
      <FiguresTable
        {...table}
        className="border-t"
        nameOf={({ name, scope }) => (
          <Link
            href={hrefOf(scope.expertId ?? '')}
            aria-label={`Show only ${name}`}
            className="block max-w-40 truncate rounded-[4px] font-semibold underline decoration-transparent underline-offset-4 transition-colors duration-150 hover:decoration-current"
          >
            {name}
          </Link>
        )}
      />
    </Panel>
  );
}
