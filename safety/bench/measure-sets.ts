import { basename } from 'node:path';
import {
  type Counts,
  measureTexts,
  readEveryday,
  readLines,
  readSet,
  type SetName,
} from '../learning/read-sets.ts';

type Share = { bench: string; measure: string; value: number; unit: string; promise?: string };
type Promises = { certain?: string; either?: string; possible?: string };

const crises: [set: SetName, promises: Promises][] = [
  ['written', { either: '≥ 98 %' }],
  ['outright', { certain: '≥ 95 %' }],
  ['unseen', { either: '≥ 85 %' }],
  ['veiled', { either: '≥ 70 %' }],
  ['oblique', { either: '≥ 70 %' }],
  ['freshOutright', { certain: '≥ 95 %' }],
  ['kept', { certain: '≥ 95 %', either: '≥ 85 %' }],
  ['fresh', { either: '≥ 85 %' }],
  ['freshOblique', { either: '≥ 70 %' }],
  ['lastOutright', { certain: '≥ 95 %' }],
  ['lastOblique', { either: '≥ 70 %' }],
];
const ordinary: Promises = { certain: '≤ 0.1 %', possible: '≤ 1 %' };

/** @param files of ordinary texts, one a line; with `even`, only every second line, which weights never learn from. */
export function measureSets(files: string[] = [], isEven = false): Share[] {
  return [
    ...crises.flatMap(([set, promises]) =>
      toResults(`crises, ${set}`, measureTexts(readSet(set, 'crises')), promises),
    ),
    ...(['unseen', 'oblique', 'fresh', 'kept', 'last'] as const).flatMap((set) =>
      toResults(`harmless, ${set}`, measureTexts(readSet(set, 'harmless')), {}),
    ),
    ...toResults('harmless, everyday', measureTexts(readEveryday('even')), {}),
    ...files.flatMap((file) => {
      const texts = readLines(file, isEven ? 'even' : 'all');
      return toResults(`ordinary, ${basename(file)}`, measureTexts(texts), ordinary);
    }),
  ];
}

function toResults(
  bench: string,
  { texts, certain, possible }: Counts,
  promises: Promises,
): Share[] {
  const share = (count: number) => (100 * count) / texts;
  const name = `safety, ${bench}, ${texts} texts`;
  return [
    {
      bench: name,
      measure: 'certain',
      value: share(certain),
      unit: '%',
      promise: promises.certain,
    },
    {
      bench: name,
      measure: 'possible',
      value: share(possible),
      unit: '%',
      promise: promises.possible,
    },
    {
      bench: name,
      measure: 'certain or possible',
      value: share(certain + possible),
      unit: '%',
      promise: promises.either,
    },
  ];
}
