import pg from 'pg';

const reconnectMs = 1_000;
const goodbyeMs = 1_000;
/** The heartbeat of the connection that listens, and what an answer may take. */
const beatMs = 5_000;
const answerMs = 5_000;

type NoticeListener = {
  onNotice(payload: string): void;
  /** The connection is back; notices may have been missed. */
  onGap(): void;
};

/** NOTIFY; a process that is down misses it. */
export type Notices = {
  /** @param payload at most 8,000 bytes. */
  send(channel: string, payload: string): Promise<void>;
  /** Call before `start`; one listener per channel. */
  on(channel: string, listener: NoticeListener): void;
  start(): Promise<void>;
  close(): Promise<void>;
};

export function createNotices(pool: pg.Pool, url: string): Notices {
  const listeners = new Map<string, NoticeListener>();
  let client: pg.Client | undefined;
  let isClosed = false;

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
      keepAlive: true,
      application_name: 'sagewire',
    });
    client = next;
    const beat = setInterval(() => next.query('select 1').catch(() => destroy(next)), beatMs);
    next.on('error', () => {}); // 'end' follows
    next.once('end', () => {
      clearInterval(beat);
      if (!isClosed) setTimeout(reconnect, reconnectMs).unref();
    });
    next.on('notification', ({ channel, payload = '' }) =>
      listeners.get(channel)?.onNotice(payload),
    );
    await next.connect();
    for (const channel of listeners.keys()) {
      await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    }
  }

  async function reconnect(): Promise<void> {
    try {
      await connect();
    } catch {
      return client && destroy(client);
    }
    for (const { onGap } of listeners.values()) onGap();
  }

  return {
    async send(channel, payload) {
      await pool.query('select pg_notify($1, $2)', [channel, payload]);
    },
    on(channel, listener) {
      listeners.set(channel, listener);
    },
    async start() {
      if (listeners.size > 0) await connect();
    },
    async close() {
      isClosed = true;
      if (!client) return;
      const dead = setTimeout(destroy, goodbyeMs, client);
      await client.end();
      clearTimeout(dead);
    },
  };
}

/** A dead connection answers no goodbye. */
function destroy(client: pg.Client): void {
  client.connection.stream.destroy();
}
