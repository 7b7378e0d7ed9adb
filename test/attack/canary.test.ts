import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findInDatabase } from '#test/erasure.ts';
import { startMailServer } from '#test/mail-server.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { startVendorServer } from '#test/vendor-server.ts';
import { bodies, secrets } from './canaries.ts';
import { driveJourneys, type Heard } from './journeys.ts';

const log: { level: number; line: string }[] = [];
const sink = new Writable({
  write(line, _encoding, next) {
    log.push({ line: String(line), level: JSON.parse(String(line)).level });
    next();
  },
});

let test: TestApp;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let vendor: Awaited<ReturnType<typeof startVendorServer>>;
let answers: Heard[];
beforeAll(async () => {
  mail = await startMailServer();
  // This server takes no password, so that sending fails.
  const login = `//sagewire:${secrets['mail password']}@`;
  const settings = {
    ...mail.settings,
    SMTP_URL: mail.settings.SMTP_URL.replace('//', login),
    METRICS_TOKEN: secrets['metrics token'] ?? '',
    SANDBOX_PASSWORD: secrets['sandbox password'] ?? '',
  };
  test = await startTestApp(settings, undefined, sink);
  vendor = await startVendorServer();
  answers = await driveJourneys(test, vendor);
});
afterAll(async () => {
  await test.close();
  vendor.close();
  await mail.close();
});

/** A numeric code may occur inside another number or id. */
function finds(text: string, canary: string): boolean {
  return /^\d+$/.test(canary)
    ? new RegExp(`(?<![\\w.])${canary}(?![\\w.])`).test(text)
    : text.includes(canary) || text.includes(JSON.stringify(canary).slice(1, -1));
}

const entriesOf = (canaries: Record<string, string>) => Object.entries(canaries);

it('the journeys ran, and all canaries are set', () => {
  expect(entriesOf(secrets).filter(([, value]) => !value || value.length < 6)).toEqual([]);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(40);
  expect(log.length).toBeGreaterThan(100);
  const hears = (by: string, words: string) =>
    answers.some((answer) => answer.by === by && answer.text.includes(words));
  for (const words of [bodies.text, bodies.reply, bodies.dashboard, bodies.human]) {
    expect([hears('person', words), hears('admin', words)]).toEqual([true, true]);
  }
  expect(hears('admin', bodies.note)).toBe(true);
  const failures = log.filter(({ level }) => level >= 40).map(({ line }) => line);
  for (const words of [
    'no answer from the model',
    'request failed',
    'mail not sent',
    'webhook refused',
  ]) {
    expect(
      failures.some((line) => line.includes(words)),
      words,
    ).toBe(true);
  }
});

describe('no secret', () => {
  it('is in the log, at any level', () => {
    for (const [name, secret] of entriesOf(secrets)) {
      expect(
        log.filter(({ line }) => finds(line, secret)).map(({ line }) => line),
        name,
      ).toEqual([]);
    }
  });

  it('is in any answer of any route', () => {
    for (const [name, secret] of entriesOf(secrets)) {
      const found = answers.filter(({ text }) => finds(text, secret));
      expect(
        found.map(({ by, what }) => `${by}: ${what}`),
        name,
      ).toEqual([]);
    }
  });

  it('is in the database as it is', async () => {
    const long = entriesOf(secrets).filter(([, value]) => value.length > 6);
    expect(
      await findInDatabase(
        test,
        long.map(([, value]) => value),
      ),
    ).toEqual([]);
  });
});

describe('no message and no prompt', () => {
  it('is in the log from info on', () => {
    for (const [name, body] of entriesOf(bodies)) {
      const found = log.filter(({ line, level }) => level >= 30 && line.includes(body));
      expect(
        found.map(({ line }) => line),
        name,
      ).toEqual([]);
    }
  });

  it('is in an answer to a visitor, a stranger or a monitor, nor a prompt or a note in one to the person', () => {
    const isForOthers = ({ by }: Heard) => ['visitor', 'stranger', 'monitor'].includes(by);
    for (const [name, body] of entriesOf(bodies)) {
      const isPrivate = ['prompt', 'validator', 'note'].includes(name);
      const found = answers.filter(
        (answer) =>
          (isForOthers(answer) || (isPrivate && answer.by === 'person')) &&
          answer.text.includes(body),
      );
      expect(
        found.map(({ by, what }) => `${by}: ${what}`),
        name,
      ).toEqual([]);
    }
  });
});
