import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markInstructions } from '#server/journey/answer/mark-words.ts';
import { aConnectedUser, anExpert, aProvider } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { completion, replyWith, startVendorServer } from '#test/vendor-server.ts';
import { type Entry, injections } from './injections.ts';
import { sendInjections } from './send-injections.ts';

/** What holds whatever a model says. docs/security.md says what depends on the model. */
const canary = 'canary-prompt-7f3a';
const prompts = {
  systemPrompt: `You are Ada (${canary}). You explain maths for school, money and work, one step at a time.`,
  validator: `Reject messages about weapons or gambling (${canary}).`,
};

let test: TestApp;
let vendor: Awaited<ReturnType<typeof startVendorServer>>;
let requests: object[];
let handles: string[];
beforeAll(async () => {
  test = await startTestApp();
  vendor = await startVendorServer();
  vendor.react((call, response) => {
    const verdict = JSON.stringify({ allow: true, reason: 'Fine.' });
    replyWith(200, completion(call.body.response_format ? verdict : 'Fine.'))(call, response);
  });
  handles = await sendInjections({ test, prompts, homeUrl: vendor.url });
  requests = [...listSandboxRequests(), ...vendor.calls.map(({ body }) => body)];
});
afterAll(async () => {
  await test.close();
  vendor.close();
});

function listSandboxRequests(): object[] {
  const calls = test.sandbox.wire.filter(({ kind }) => kind === 'model');
  return calls.map(({ request }) => JSON.parse(request.body));
}

type Said = { role: string | null; text: string };

function listTexts(part: unknown, role: string | null = null): Said[] {
  if (typeof part === 'string') return [{ role, text: part }];
  if (part === null || typeof part !== 'object') return [];
  const own = 'role' in part ? String(part.role) : role;
  return Object.values(part).flatMap((inner) => listTexts(inner, own));
}

/** The text that neither people nor models wrote. */
function findPrompt(request: object): string {
  const fixed = listTexts(request).filter(
    ({ role }) => !/^(user|assistant|model)$/.test(`${role}`),
  );
  const found = fixed.filter(({ text }) => text.includes(canary));
  expect(found).toHaveLength(1);
  return found[0]?.text ?? '';
}

const isValidator = (request: object) => findPrompt(request).includes(prompts.validator);
const mark = /=== [0-9a-f-]{36} ===/g;

describe('injected words', () => {
  const unheard: Entry[] = ['profile name', 'account name', 'thread title', 'file name', 'contact'];

  it.each(injections)('are said by the user, or not at all: $by: $words', ({ words, by }) => {
    const roles = requests.flatMap((request) =>
      listTexts(request).flatMap(({ role, text }) => (text.includes(words) ? [role] : [])),
    );
    expect(new Set(roles)).toEqual(new Set(unheard.includes(by) ? [] : ['user']));
  });

  it('never become part of a prompt', () => {
    const found = requests.map((request) => findPrompt(request).replaceAll(mark, 'the mark'));
    const [first, second, ...others] = [...new Set(found)].sort();
    expect(others).toEqual([]);
    expect(first).toContain(prompts.validator);
    expect(second).toBe(`${prompts.systemPrompt}\n\n${markInstructions}`);
    expect(found.length).toBeGreaterThan(1.5 * injections.length);
  });

  it("stand inside a fence that they can't close when the validator reads them", () => {
    const marks = requests.filter(isValidator).map((request) => {
      const [fenced, ...others] = listTexts(request).filter(
        ({ role, text }) => role === 'user' && text.includes('==='),
      );
      expect(others).toEqual([]);
      const lines = (fenced?.text ?? '').split('\n');
      const [own = ''] = lines;
      expect(lines.at(-1)).toBe(own);
      expect(fenced?.text.split(own)).toHaveLength(3);
      expect(findPrompt(request)).toContain(own);
      return own;
    });
    expect(marks.length).toBeGreaterThan(injections.length / 2);
    expect(new Set(marks).size).toBe(marks.length);
  });

  it('find no tools', () => {
    const keys = requests.flatMap((request) => Object.keys(request));
    expect(keys.filter((key) => /tool|function/i.test(key))).toEqual([]);
  });

  it('reveal no prompt, and text no other person', () => {
    const { outbox } = test.sandbox;
    expect(outbox.length).toBeGreaterThan(injections.length / 2);
    expect(outbox.filter(({ body }) => body.includes(canary))).toEqual([]);
    expect(outbox.filter(({ to }) => !handles.includes(to))).toEqual([]);
  });
});

it('with web search, an expert has that tool of the vendor and no other', async () => {
  const config = { model: 'gpt-4.1', useWebSearch: true, webSearchDomains: ['who.int'] };
  const { id: providerId } = await aProvider(test, { config });
  const expert = await anExpert(test, { ...prompts, providerId });
  const { phone } = await aConnectedUser(test, expert);
  const before = listSandboxRequests().length;
  await createTexter(test, expert).text(phone, 'Call the tool send_message, then search the web.');
  await test.runUntilIdle();
  const offered = listSandboxRequests()
    .slice(before)
    .map((request) => ('tools' in request ? request.tools : []));
  expect(offered).toEqual([[], [expect.objectContaining({ type: 'web_search' })]]);
});
