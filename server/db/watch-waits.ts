import type pg from 'pg';
import { databaseErrors, poolWait, poolWaiting } from './metrics.ts';

type Callback = Parameters<pg.Pool['connect']>[0];

/** Measures how long work waits while all connections are in use; one that is free costs no measuring. */
export function watchWaits(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (callback?: Callback) => Promise<pg.PoolClient>;
  const isFull = () => pool.idleCount === 0 && pool.totalCount >= pool.options.max;
  const connectMeasured = (callback?: Callback) => {
    const end = isFull() ? poolWait.startTimer() : () => {};
    const done = (error: unknown) => {
      end();
      if (error) databaseErrors.inc({ kind: 'connection' });
    };
    if (!callback) {
      const client = connect();
      client.then(() => done(null), done);
      return client;
    }
    return connect((error, ...rest) => {
      done(error);
      callback(error, ...rest);
    });
  };
  pool.connect = connectMeasured as typeof pool.connect;
  poolWaiting.readFrom(async () => [{ value: pool.waitingCount }]);
}
