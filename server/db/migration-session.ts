import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenDatabase } from './client.ts';

/** Arbitrary. */
const turnLock = 7_314_902;
const askAgainMs = 200;

type Row = Record<string, unknown>;

/** One connection, whose statements may take as long as they need. */
export type Session = {
  /** With other processes. */
  isShared: boolean;
  run(text: string, values?: unknown[]): Promise<Row[]>;
  /** Ends with the session. */
  takeTurn(): Promise<void>;
  close(): Promise<void>;
};

export async function openSession(open: OpenDatabase): Promise<Session> {
  return open.kind === 'pglite' ? openEmbedded(open.client) : openShared(open.client);
}

type Embedded = Extract<OpenDatabase, { kind: 'pglite' }>['client'];

function openEmbedded(client: Embedded): Session {
  return {
    isShared: false,
    async run(text, values) {
      if (values) return (await client.query<Row>(text, values)).rows;
      return ((await client.exec(text)).at(-1)?.rows ?? []) as Row[];
    },
    takeTurn: async () => {},
    close: async () => {},
  };
}

type Pool = Extract<OpenDatabase, { kind: 'postgres' }>['client'];

async function openShared(pool: Pool): Promise<Session> {
  const client = await pool.connect();
  // The pool's limit, too: building an index says nothing for hours.
  const query = { silenceMs: Number.POSITIVE_INFINITY };
  const run = async (text: string, values?: unknown[]) =>
    (await client.query<Row>({ ...query, text, ...(values && { values }) })).rows;
  await run('set statement_timeout = 0');
  return {
    isShared: true,
    run,
    // Not one long wait: it would hold a snapshot, which an index that is built concurrently would wait for.
    async takeTurn() {
      const isMine = async () =>
        (await run(`select pg_try_advisory_lock(${turnLock}) as "isMine"`))[0]?.isMine;
      while (!(await isMine())) await sleep(askAgainMs);
    },
    close: async () => client.release(true),
  };
}
