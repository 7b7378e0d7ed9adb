import { readFileSync } from 'node:fs';
import type { Result } from './statistics.ts';

const ofFalse = ['false by person', 'false by team'];

/** How many alarms turned out false, by rule: of the report that admins download under Settings. */
export function measureFalseAlarms(files: string[]): Result[] {
  const counts = new Map<string, { events: number; wrong: number }>();
  for (const row of files.flatMap(readReport)) {
    // A stated age is no alarm, and is never settled as one.
    if (row.kind === 'age') continue;
    for (const name of [`all, ${row.level}`, `${row.rule}, ${row.level}`]) {
      const { events, wrong } = counts.get(name) ?? { events: 0, wrong: 0 };
      const added = ofFalse.reduce((sum, column) => sum + Number(row[column]), 0);
      counts.set(name, { events: events + Number(row.events), wrong: wrong + added });
    }
  }
  return Array.from(counts, ([name, { events, wrong }]) => ({
    bench: 'safety, false alarms',
    measure: `${name}, ${events} events`,
    value: (100 * wrong) / events,
    unit: '%',
  })).sort((a, b) => a.measure.localeCompare(b.measure));
}

function readReport(file: string): Record<string, string>[] {
  const [header = '', ...lines] = readFileSync(file, 'utf8').trim().split(/\r?\n/);
  const names = header.split(',');
  for (const name of ['level', 'rule', 'events', ...ofFalse]) {
    if (!names.includes(name)) throw new Error(`${file} is no safety report: it lacks "${name}"`);
  }
  return lines.map((line) => {
    const values = line.split(',');
    return Object.fromEntries(names.map((name, at) => [name, values[at] ?? '']));
  });
}
