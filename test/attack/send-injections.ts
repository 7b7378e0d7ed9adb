import { readFileSync } from 'node:fs';
import { createToken } from '#server/access/tokens-store.ts';
import type { experts, users } from '#server/db/schema.ts';
import { type AiProviderKey, aiProviderKeys } from '#shared/ai-providers.ts';
import { callAs } from '../api-client.ts';
import { aConnectedUser, anExpert, aProvider } from '../factories.ts';
import type { TestApp } from '../runtime.ts';
import { createTexter, inOneYear } from '../texter.ts';
import { createApple, createMeta, type WebhookSender } from './gateways.ts';
import { type Entry, injections } from './injections.ts';

type Prompts = { systemPrompt: string; validator: string };
/** The model server at `homeUrl` keeps whole requests. */
type Scene = { test: TestApp; prompts: Prompts; homeUrl: string };

const models: Record<AiProviderKey, string> = {
  openai: 'gpt-4.1',
  anthropic: 'claude-sonnet-4-6',
  google: 'gemini-2.5-pro',
  azure_openai: 'gpt-4.1',
};
const wordsBy = (entry: Entry) =>
  injections.filter(({ by }) => by === entry).map(({ words }) => words);

/** Returns the senders' addresses. */
export async function sendInjections(scene: Scene): Promise<string[]> {
  const handles = [
    ...(await Promise.all(aiProviderKeys.map((key) => textVendor(scene, key)))),
    await showCaptions(scene),
    await writeByApple(scene),
    await writeByWhatsApp(scene),
    await writeAtDashboard(scene),
  ];
  await scene.test.runUntilIdle();
  return handles;
}

async function aConversation(
  { test, prompts }: Scene,
  change: Partial<typeof experts.$inferInsert> = {},
  { handle, ...person }: { handle?: string; firstName?: string } = {},
) {
  const expert = await anExpert(test, { ...prompts, ...change });
  // So that all of them are answered.
  const account: Partial<typeof users.$inferInsert> = { subExpiration: inOneYear(), ...person };
  const { user, thread } = await aConnectedUser(test, expert, account, handle);
  const { db, clock } = test.runtime;
  const call = callAs(test, await createToken(db, user.id, clock.now()));
  return { expert, thread, call, handle: thread.handle, ...createTexter(test, expert) };
}

async function textVendor(scene: Scene, key: AiProviderKey): Promise<string> {
  const provider = await aProvider(scene.test, { key, config: { model: models[key] } });
  const [firstName = ''] = wordsBy('account name');
  const person = { firstName };
  const { handle, text, thread, call } = await aConversation(
    scene,
    { providerId: provider.id },
    person,
  );
  const [title] = wordsBy('thread title');
  await call('PUT', `/api/threads/${thread.id}/title`, { title });
  const vendors = aiProviderKeys.length;
  const mine = wordsBy('text').filter((_, nth) => aiProviderKeys[nth % vendors] === key);
  for (const words of mine) await text(handle, words);
  return handle;
}

function aHomeModel({ test, homeUrl }: Scene) {
  return aProvider(test, { config: { model: 'gpt-4.1', baseUrl: `${homeUrl}/v1` } });
}

async function showCaptions(scene: Scene): Promise<string> {
  const { id: providerId } = await aHomeModel(scene);
  const { handle, expert, text } = await aConversation(scene, { providerId });
  const bytes = readFileSync('sandbox/pictures/sum.png');
  const pictures = [{ bytes, contentType: 'image/png' }];
  for (const words of wordsBy('caption')) await text(handle, words, expert, { pictures });
  return handle;
}

async function writeAtDashboard(scene: Scene): Promise<string> {
  const { id: providerId } = await aHomeModel(scene);
  const { handle, thread, call } = await aConversation(scene, { providerId });
  for (const body of wordsBy('dashboard')) {
    await call('POST', `/api/threads/${thread.id}/messages`, { body });
  }
  return handle;
}

async function writeByApple(scene: Scene): Promise<string> {
  const address = { channel: 'AMB', handle: 'a884eddf', phoneNumber: null } as const;
  const person = { handle: 'urn:mbid:AQAAinjection' };
  const { handle, expert } = await aConversation(scene, address, person);
  const apple = createApple(scene.test, expert);
  const choices = wordsBy('choice').map((title) => {
    const quick = { selectedIdentifier: '1', items: [{ identifier: '1', title }] };
    return { type: 'interactive', interactiveData: { data: { 'quick-reply': quick } } };
  });
  const files = wordsBy('file name').map((name) => {
    return { type: 'text', attachments: [{ name, mimeType: 'application/pdf' }] };
  });
  for (const content of [...choices, ...files]) {
    await post(scene, apple, apple.message(content, handle));
  }
  return handle;
}

async function writeByWhatsApp(scene: Scene): Promise<string> {
  const { handle } = await aConversation(scene, { channel: 'WHATSAPP' });
  const meta = createMeta(scene.test);
  const send = (content: object, name?: string) =>
    post(scene, meta, meta.message(content, handle, name));
  const text = (body: string) => ({ type: 'text', text: { body } });
  for (const name of wordsBy('contact')) {
    await send({ type: 'contacts', contacts: [{ name: { formatted_name: name } }] });
  }
  for (const name of wordsBy('profile name')) await send(text('What is 3 + 3?'), name);
  for (const words of wordsBy('quoted text')) {
    const id = 'wamid.injection';
    await send({ ...text(words), id });
    await send({ ...text('What about this?'), context: { id } });
  }
  return handle;
}

async function post({ test }: Scene, sender: WebhookSender, payload: object): Promise<void> {
  const { url, headers, body } = sender.sign(sender.encode(payload));
  const { statusCode } = await test.app.inject({ method: 'POST', url, headers, payload: body });
  if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`);
}
