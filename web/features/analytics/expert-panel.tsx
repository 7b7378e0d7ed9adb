import { Link } from 'wouter';
import { FiguresTable } from './figures-table.tsx';
import { Panel } from './panel.tsx';
import { saveTable } from './save-table.ts';
import { expertColumns } from './sections.ts';
import type { Slice } from './slices.ts';

const title = 'By expert';

/** The range once more, parted by expert; a name leads to the days of that expert alone. */
export function ExpertPanel({
  experts,
  total,
  hrefOf,
}: {
  experts: Slice[];
  total: Slice;
  hrefOf: (expertId: string) => string;
}) {
  const table = { title, of: 'Expert', columns: expertColumns, rows: experts, total };
  return (
    <Panel
      title={title}
      hint="The busiest first. A name shows that expert alone."
      onDownload={() => saveTable({ ...table, expertName: null })}
    >
      <FiguresTable
        {...table}
        className="border-t"
        nameOf={({ name, scope }) => (
          <Link
            href={hrefOf(scope.expertId ?? '')}
            aria-label={`Show ${name} alone`}
            className="block max-w-40 truncate rounded-[4px] font-semibold underline decoration-transparent underline-offset-4 transition-colors duration-150 hover:decoration-current"
          >
            {name}
          </Link>
        )}
      />
    </Panel>
  );
}
