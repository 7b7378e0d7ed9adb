import type { Kind } from '../scene.ts';
import type { Result } from '../statistics.ts';
import { benchEvidence } from './evidence.ts';
import { benchFinding } from './finding.ts';
import { benchReading } from './reading.ts';
import { benchRivals } from './rivals.ts';
import { benchStandIn } from './stand-in.ts';

const parts: Record<string, (files: string[], kinds: Kind[]) => Result[] | Promise<Result[]>> = {
  evidence: benchEvidence,
  finding: benchFinding,
  reading: benchReading,
  rivals: benchRivals,
  'stand-in': benchStandIn,
};

/**
 * `npm run bench -- knowledge evidence FILE…`: without a part's name all of them, without files our own texts. `rivals` runs on
 * each database that is there; `postgres` or `embedded` names one.
 */
export async function benchKnowledge(requested: string[]): Promise<Result[]> {
  const files = requested.filter((name) => name.includes('.') || name.includes('/'));
  const named = Object.keys(parts).filter((name) => requested.includes(name));
  const kinds = (['postgres', 'embedded'] as const).filter((kind) => requested.includes(kind));
  const results: Result[] = [];
  for (const name of named.length > 0 ? named : Object.keys(parts)) {
    results.push(...((await parts[name]?.(files, kinds)) ?? []));
  }
  return results;
}
