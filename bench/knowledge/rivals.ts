import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextLoop } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { type Database, openDatabase } from '#server/db/client.ts';
import { migrate } from '#server/db/migrate.ts';
import { experts, providers, sources } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { KnowledgeCache } from '#server/experts/knowledge/finding/knowledge-cache.ts';
import { findKnowledge } from '#server/experts/knowledge/known.ts';
import { insertPieces } from '#server/experts/knowledge/pieces-store.ts';
import {
  deleteSource,
  insertSource,
  lockKnowledge,
  raiseRevision,
  updateSource,
} from '#server/experts/knowledge/sources-store.ts';
import { createDatabase, dropDatabase, hasServer, type Kind } from '../scene.ts';
import type { Result } from '../statistics.ts';
import { createRandom } from './random.ts';

const turns = 10_000;
const expertCount = 4;
const sourcesEach = 5;
const seed = 20_261_128;

type ExpertState = {
  id: string;
  /** By revision: what a turn of that state may be given, and all of it. */
  allowed: Map<number, Set<string>>;
};

/**
 * Turns of two processes, each with a database connection and caches of its own, while sources are retired, published, deleted,
 * added and given other days. A turn must get the whole of one state that the expert had since the turn was loaded.
 */
export async function benchRivals(_files: string[], kinds: Kind[] = []): Promise<Result[]> {
  const all: Kind[] = (await hasServer()) ? ['embedded', 'postgres'] : ['embedded'];
  const results: Result[] = [];
  for (const kind of all.filter((one) => kinds.length === 0 || kinds.includes(one))) {
    console.log(`rivals, ${kind} …`);
    results.push(...(await measure(kind)));
  }
  return results;
}

async function measure(kind: Kind): Promise<Result[]> {
  const isServed = kind === 'postgres';
  const databaseUrl = isServed ? await createDatabase() : undefined;
  const dataDir = mkdtempSync(join(tmpdir(), 'sagewire-rivals-'));
  const first = await openDatabase({ databaseUrl, dataDir });
  await migrate(first);
  // The embedded database has one process and one connection: what stays of the second process are its caches, and turns that
  // wait for the database between the changes.
  const second = isServed ? await openDatabase({ databaseUrl, dataDir }) : first;
  const states = await insertExperts(first.db);
  const random = createRandom(seed);
  const progress = { done: 0, wrong: 0, edits: 0, overtaken: 0 };
  await Promise.all([
    edit(second.db, states, { random, progress }),
    ...[first.db, second.db, first.db, second.db].map((db) =>
      take(db, states, { random, progress }),
    ),
  ]);
  await Promise.all([...new Set([first, second])].map((open) => open.close()));
  if (databaseUrl) await dropDatabase(databaseUrl);
  const bench = `rivals, ${kind}`;
  return [
    {
      bench,
      measure: 'turns given a foreign, retired, deleted or not valid piece',
      value: progress.wrong,
      unit: `of ${turns}`,
      promise: '0',
    },
    { bench, measure: 'changes of sources meanwhile', value: progress.edits, unit: '' },
    {
      bench,
      measure: 'turns overtaken by a change',
      value: progress.overtaken,
      unit: `of ${turns}`,
    },
  ];
}

type Progress = {
  done: number;
  wrong: number;
  edits: number;
  /** Turns whose expert's sources changed between their load and their end. */
  overtaken: number;
};
type Run = { random: ReturnType<typeof createRandom>; progress: Progress };

async function insertExperts(db: Database): Promise<ExpertState[]> {
  const [provider] = await db
    .insert(providers)
    .values({
      ...{ key: 'openai', displayName: 'Bench', config: { model: 'bench' }, apiKeyLast4: '1234' },
      apiKey: { keyId: '', iv: '', tag: '', data: '' },
    })
    .returning();
  const states: ExpertState[] = [];
  for (let nth = 0; nth < expertCount; nth++) {
    const [expert] = await db
      .insert(experts)
      .values({
        ...{ channel: 'AMB', handle: `rival-${nth}`, displayName: `Rival ${nth}` },
        ...{ providerId: provider?.id ?? '', status: 'ACTIVE', knowledgeMode: 'strict' },
      })
      .returning();
    const state = { id: expert?.id ?? '', allowed: new Map([[0, new Set<string>()]]) };
    for (let at = 0; at < sourcesEach; at++) await change(db, state, (tx) => add(tx, state.id));
    states.push(state);
  }
  return states;
}

async function add(tx: Database, expertId: string): Promise<void> {
  const source = await insertSource(tx, {
    ...{ expertId, kind: 'text', title: 'Rival', state: 'live', generation: 1 },
    contentType: 'text/plain',
  });
  const piece = { page: null, heading: null, text: `Fact of ${source.id}.`, tokens: 10 };
  await insertPieces(tx, { sourceId: source.id, generation: 1 }, [piece, piece]);
}

/** Notes the state after it, by the revision that it made. */
async function change(
  db: Database,
  state: ExpertState,
  work: (tx: Database) => Promise<void>,
): Promise<void> {
  await transact(db, async (tx) => {
    await lockKnowledge(tx, state.id);
    await work(tx);
    await raiseRevision(tx, state.id);
    const [expert] = await tx.select().from(experts).where(eq(experts.id, state.id));
    const all = await tx.select().from(sources).where(eq(sources.expertId, state.id));
    const live = all.filter((one) => one.state === 'live' && one.validFrom === null);
    state.allowed.set(expert?.knowledgeRevision ?? 0, new Set(live.map(({ id }) => id)));
  });
}

async function edit(db: Database, states: ExpertState[], { random, progress }: Run) {
  while (progress.done < turns) {
    const state = states[random(states.length)] as ExpertState;
    await change(db, state, async (tx) => {
      const all = await tx.select().from(sources).where(eq(sources.expertId, state.id));
      const one = all[random(all.length)];
      const dice = random(100);
      if (!one || (dice < 20 && all.length < 2 * sourcesEach)) await add(tx, state.id);
      else if (dice < 40) await deleteSource(tx, one);
      else if (dice < 60) await updateSource(tx, one.id, { state: 'retired' });
      else if (dice < 80) await updateSource(tx, one.id, { state: 'live', validFrom: null });
      else await updateSource(tx, one.id, { validFrom: '2999-01-01' });
    });
    progress.edits++;
    // An admin's change comes through the event loop. Without it the embedded database, which answers without one, would leave
    // no time to the building of indexes.
    await nextLoop();
  }
}

async function take(db: Database, states: ExpertState[], { random, progress }: Run) {
  const config = { publicUrl: 'http://localhost:3000' };
  const runtime = { db, config, clock: { now: () => new Date() }, knowledge: new KnowledgeCache() };
  while (progress.done < turns) {
    progress.done++;
    const state = states[random(states.length)] as ExpertState;
    const before = await readExpert(db, state.id);
    const known = await findKnowledge(
      runtime as unknown as Parameters<typeof findKnowledge>[0], // it reads these four alone
      before,
      { question: 'Which fact?' },
    );
    const { knowledgeRevision: last } = await readExpert(db, state.id);
    const given = new Set(known?.given.map(({ sourceId }) => sourceId));
    const revisions = Array.from(
      { length: last - before.knowledgeRevision + 1 },
      (_, at) => before.knowledgeRevision + at,
    );
    const isRight = revisions.some((revision) => isSame(state.allowed.get(revision), given));
    if (!isRight) progress.wrong++;
    if (last > before.knowledgeRevision) progress.overtaken++;
  }
}

async function readExpert(db: Database, id: string) {
  const [expert] = await db.select().from(experts).where(eq(experts.id, id));
  if (!expert) throw new Error('The expert is gone');
  return expert;
}

function isSame(one: Set<string> | undefined, other: Set<string>): boolean {
  return one !== undefined && one.size === other.size && one.isSubsetOf(other);
}
