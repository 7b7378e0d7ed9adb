import pg from 'pg';
import { expect, it } from 'vitest';
import { DatabaseSlow, isDatabaseFailure } from './database-failure.ts';

const withCode = (code: string) => Object.assign(new Error('failed'), { code });

it.each([
  ['a statement that timed out', withCode('57014')],
  ['a server that stops', withCode('57P01')],
  ['no more connections', withCode('53300')],
  ['a standby', withCode('25006')],
  ['a reset connection', withCode('ECONNRESET')],
  ['a lost connection', new Error('Connection terminated unexpectedly')],
  ['a full pool', new Error('timeout exceeded when trying to connect')],
  ['our own limit', new DatabaseSlow('no answer')],
  ['a wrapped one', new Error('Failed query', { cause: withCode('08006') })],
])('%s is a failure of the database', (_, error) => {
  expect(isDatabaseFailure(error)).toBe(true);
});

it.each([
  ['a violated constraint', withCode('23505')],
  ['wrong SQL', new Error('Failed query', { cause: withCode('42601') })],
  ['a wrong argument', withCode('ERR_INVALID_ARG_TYPE')],
  ['a wrong type', new TypeError('x is not a function')],
  ['what is no error', null],
])('%s is not', (_, error) => {
  expect(isDatabaseFailure(error)).toBe(false);
});

it('a server that is not there is a failure of the database', async () => {
  const pool = new pg.Pool({ connectionString: 'postgres://postgres@localhost:1/none' });
  const error = await pool.query('select 1').catch((failure) => failure);
  await pool.end();
  expect(isDatabaseFailure(error)).toBe(true);
});
