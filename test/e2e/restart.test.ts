import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, inject, it, onTestFinished } from 'vitest';
import { freePort } from '#test/free-port.ts';
import { signInToApi } from './api.ts';
import { openBrowser } from './browser.ts';
import { openConversation, readAnswer, sendText } from './phone.ts';
import { cleanUp, copyData, failToStart, makeFolder, startByNpm, startProduct } from './product.ts';

const prepareData = () => copyData(inject('prepared').dataDir);

afterEach(cleanUp);

it('answers exactly once a message whose answer was interrupted by a kill', async () => {
  const first = await startProduct({ DATA_DIR: prepareData() });
  const browser = await openBrowser(first.url);
  onTestFinished(() => browser.close());
  let phone = await browser.visit('/sandbox');
  await openConversation(phone, 'Ada');
  const interrupted = '[slow 5s] What is 7 x 8?';
  await sendText(phone, interrupted);
  const wire = phone.getByRole('complementary', { name: 'On the wire' });
  const thinking = wire.getByRole('listitem').filter({ hasText: '/openai/' });
  await thinking.getByText('waiting').waitFor();
  await browser.closePages();
  await first.kill();

  const second = await startProduct(first.settings);
  phone = await browser.visit('/sandbox');
  await openConversation(phone, 'Ada');
  const late = await readAnswer(phone, 'Ada', / is 56\b/);
  const following = 'And 20 percent of 45?';
  await sendText(phone, following);
  const prompt = await readAnswer(phone, 'Ada', / is 9\b/);

  const { readThread } = await signInToApi(second.url);
  const { messages, person } = await readThread('Mia Chen');
  const since = messages.slice(messages.findIndex(({ body }) => body === interrupted));
  expect(since.map(({ body, origin }) => [origin, body])).toEqual([
    ['gateway', interrupted],
    ['ai', late],
    ['gateway', following],
    ['ai', prompt],
  ]);
  // Two are demo data.
  expect(person).toMatchObject({ messageCount: 4, paidMessages: 50 });

  await browser.closePages();
  expect(browser.takeProblems(), 'problems on the pages').toEqual([]);
  expect(await second.stop(), 'exit code after SIGTERM').toBe(0);
  expect([...first.problems(), ...second.problems()], 'problems in the log').toEqual([]);
});

it('finishes its answer after Ctrl-C, and exits with code 0', async () => {
  const first = await startByNpm({ DATA_DIR: prepareData() });
  const browser = await openBrowser(first.url);
  onTestFinished(() => browser.close());
  const phone = await browser.visit('/sandbox');
  await openConversation(phone, 'Ada');
  await sendText(phone, '[slow 2s] What is 7 x 8?');
  const wire = phone.getByRole('complementary', { name: 'On the wire' });
  const thinking = wire.getByRole('listitem').filter({ hasText: '/openai/' });
  await thinking.getByText('waiting').waitFor();
  await browser.closePages();
  expect(await first.pressCtrlC(), 'exit code after Ctrl-C').toBe(0);

  const second = await startProduct(first.settings);
  const { readThread } = await signInToApi(second.url);
  const { messages } = await readThread('Mia Chen');
  expect(messages.at(-1)).toMatchObject({ origin: 'ai', body: expect.stringMatching(/ is 56\b/) });
  expect([...first.problems(), ...second.problems()], 'problems in the log').toEqual([]);
});

it('says in one line why it cannot run beside another', async () => {
  const running = await startProduct({ DATA_DIR: prepareData() });
  const { PORT, DATA_DIR } = running.settings;
  expect(await failToStart({ PORT: String(await freePort()), DATA_DIR })).toEqual({
    exitCode: 1,
    lines: [
      `DATA_DIR ${DATA_DIR} is in use by another Sagewire. Stop that one, or set another DATA_DIR.`,
    ],
  });
  expect(await failToStart({ PORT, DATA_DIR: prepareData() })).toEqual({
    exitCode: 1,
    lines: [`PORT ${PORT} is in use. Stop what uses it, or set another PORT.`],
  });
  expect(await running.stop(), 'exit code after SIGTERM').toBe(0);
});

it('says in one line that it cannot listen', async () => {
  // Without sessions of the public password, which end where others can reach the sandbox.
  const settings = { HOST: '203.0.113.9', METRICS_TOKEN: 'a'.repeat(32) };
  expect(await failToStart({ ...settings, DATA_DIR: join(makeFolder(), 'data') })).toEqual({
    exitCode: 1,
    lines: [expect.stringMatching("^HOST 203.0.113.9 can't be listened on: ")],
  });
});

it('says in one line that it cannot reach its database', async () => {
  const port = await freePort();
  const { exitCode, lines } = await failToStart({
    DATABASE_URL: `postgres://127.0.0.1:${port}/sagewire`,
    SECRET_KEY: Buffer.alloc(32, 'k').toString('base64'),
  });
  expect({ exitCode, lines }).toEqual({
    exitCode: 1,
    lines: [expect.stringMatching(`^DATABASE_URL 127.0.0.1:${port}/sagewire can't be used: `)],
  });
});

it('says in one line that it cannot keep its data', async () => {
  const file = join(makeFolder(), 'file');
  writeFileSync(file, '');
  const DATA_DIR = join(file, 'data');
  expect(await failToStart({ DATA_DIR })).toEqual({
    exitCode: 1,
    lines: [expect.stringMatching(`^DATA_DIR ${DATA_DIR} can't be used: `)],
  });
});

it('warns at the start that people come through a proxy which it does not know', async () => {
  const product = await startProduct({
    PUBLIC_URL: 'https://chat.example.com',
    DATA_DIR: prepareData(),
  });
  expect(product.problems()).toContainEqual(expect.stringContaining('TRUST_PROXY is not set'));
  expect(await product.stop()).toBe(0);
});

it('lists every wrong setting at once', async () => {
  const wrong = {
    PORT: 'three thousand',
    LOG_LEVEL: 'loud',
    PUBLIC_URL: 'https://chat.example.com/?from=mail',
    DATABASE_URL: 'postgres://127.0.0.1/sagewire',
    ROLES: ',',
    TRUST_PROXY: '10.0.0.0/99',
    TWILIO_ACCOUNT_SID: 'AC1',
  };
  expect(await failToStart(wrong)).toEqual({
    exitCode: 1,
    lines: [
      'PORT must be a number',
      'PUBLIC_URL must not contain ? or #',
      'ROLES must list http, worker or both',
      'TRUST_PROXY must list addresses, ranges like 10.0.0.0/8, or loopback, linklocal, uniquelocal',
      'TWILIO_ACCOUNT_SID must be AC and 32 hexadecimal digits',
      'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent',
      'TWILIO_AUTH_TOKEN is required with TWILIO_ACCOUNT_SID',
      'SECRET_KEY is required with DATABASE_URL',
    ],
  });
});
