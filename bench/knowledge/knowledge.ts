import type { Result } from '../statistics.ts';
import { benchEvidence } from './evidence.ts';
import { benchFinding } from './finding.ts';
import { benchReading } from './reading.ts';
import { benchRivals } from './rivals.ts';
import { benchStandIn } from './stand-in.ts';

const parts: Record<string, (files: string[]) => Result[] | Promise<Result[]>> = {
  evidence: benchEvidence,
  finding: benchFinding,
  reading: benchReading,
  rivals: benchRivals,
  'stand-in': benchStandIn,
};

/** `npm run bench -- knowledge evidence FILE…`: without a part's name all of them, without files our own texts. */
export async function benchKnowledge(requested: string[]): Promise<Result[]> {
  const files = requested.filter((name) => name.includes('.') || name.includes('/'));
  const named = Object.keys(parts).filter((name) => requested.includes(name));
  const results: Result[] = [];
  for (const name of named.length > 0 ? named : Object.keys(parts)) {
    results.push(...((await parts[name]?.(files)) ?? []));
  }
  return results;
}
