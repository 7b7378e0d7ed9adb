import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import pg from 'pg';
import { DatabaseSlow } from './database-failure.ts';

/** Bounds the server's memory if the SQL varies. */
const maxNames = 500;
const names = new Map<string, string>();

export type ClientOptions = {
  /** False behind a pooler, where a name may not be known to the next connection. */
  prepares?: boolean;
  /** The server's own limit of a statement; null without one. */
  statementMs?: number | null;
};

/** Beyond the server's limit. Then it would have said so, and its connection is dead. */
const graceMs = 1_000;
const goodbyeMs = 1_000;

/**
 * Prepares statements with parameters once per connection (pg prepares only named ones): planning is half of a small
 * transaction's cost. Sends `begin` with the first statement. Knows how long its server has been silent.
 */
export class PreparingClient extends pg.Client {
  #isBeginning = false;
  #isOver = false;
  #isDropped = false;
  readonly #prepares: boolean;
  readonly #defaultMs: number;
  /** Of the transaction. */
  #limitMs: number;
  /** Of the statements that wait; null if none does. */
  #waitsMs: number | null = null;
  #heardAt = 0;
  #bytesRead = 0;

  constructor({
    prepares = true,
    statementMs = null,
    ...options
  }: pg.ClientConfig & ClientOptions) {
    super(options);
    this.#prepares = prepares;
    this.#defaultMs = statementMs === null ? Number.POSITIVE_INFINITY : statementMs + graceMs;
    this.#limitMs = this.#defaultMs;
    this.on('drain', () => {
      this.#waitsMs = null;
    });
  }

  // biome-ignore lint/suspicious/noExplicitAny: the signature is pg's
  override end(...args: any[]): any {
    // A dead connection answers no goodbye, and would keep the process from ending.
    const { stream } = this.connection;
    const giveUp = setTimeout(() => stream.destroy(), goodbyeMs);
    stream.once('close', () => clearTimeout(giveUp));
    return super.end(...(args as []));
  }

  // biome-ignore lint/suspicious/noExplicitAny: the signature is pg's
  override query(first: any, ...rest: any[]): any {
    const text = typeof first === 'string' ? first : first?.text;
    if (typeof text !== 'string') return super.query(first, ...rest);
    if (text.startsWith('begin')) {
      this.#isOver = false;
      this.#limitMs = this.#defaultMs;
    }
    if (text === 'commit' || text === 'rollback') {
      // Drizzle ends again what `transactAtOnce` has ended. A rollback's failure would hide why it is one.
      if (this.#isOver || (this.#isDropped && text === 'rollback')) {
        return Promise.resolve({ rows: [] });
      }
      this.#isOver = true;
    }
    // The server may refuse other forms of `begin`; the next statement would then commit alone.
    if (text === 'begin') {
      this.#isBeginning = true;
      return Promise.resolve({ rows: [] });
    }
    this.#wait(first.silenceMs ?? this.#limitMs);
    if (this.#isBeginning) {
      const { stream } = this.connection;
      stream.cork();
      process.nextTick(() => stream.uncork());
      super.query('begin').catch(() => stream.destroy());
      this.#isBeginning = false;
    }
    const values = Array.isArray(rest[0]) ? rest[0] : first?.values;
    const name = this.#prepares && values?.length ? nameOf(text) : undefined;
    if (!name) return super.query(first, ...rest);
    const config = typeof first === 'string' ? { text, name } : { ...first, name };
    return super.query(config, ...rest);
  }

  /** Another limit of the server's, until the transaction ends. */
  limitTransaction(statementMs: number): void {
    this.#limitMs = statementMs + graceMs;
  }

  #wait(limitMs: number): void {
    if (this.#waitsMs === null) this.#heardAt = performance.now();
    this.#waitsMs = Math.max(this.#waitsMs ?? 0, limitMs);
  }

  /** When the server last said something, or was first asked. */
  heardAt(): number {
    const { bytesRead } = this.connection.stream as Socket;
    if (bytesRead !== this.#bytesRead) {
      this.#bytesRead = bytesRead;
      this.#heardAt = performance.now();
    }
    return this.#heardAt;
  }

  /** A statement has waited too long without a byte. */
  isSilent(): boolean {
    return this.#waitsMs !== null && performance.now() - this.heardAt() > this.#waitsMs;
  }

  /** Rejects what waits; the pool never hands the connection out again. */
  drop(why: string): void {
    this.#isDropped = true;
    this.connection.stream.destroy(new DatabaseSlow(why));
  }
}

/** From the text: behind a connection pooler, a name must never mean two statements. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= maxNames) return known;
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
  names.set(text, name);
  return name;
}
