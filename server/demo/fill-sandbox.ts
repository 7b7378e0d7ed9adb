import type { Database } from '#server/db/client.ts';
import { experts, providers } from '#server/db/schema.ts';
import { recordVersionsOf } from '#server/experts/versions-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { sealSecret } from '#server/secrets.ts';
import { type DemoExpert, demoBusiness, demoPeople, demoStranger } from './people.ts';
import { addPerson, addStranger } from './talks.ts';

const key = 'sk-sandbox';

type NewExpert = Omit<typeof experts.$inferInsert, 'providerId' | 'id'>;

const demoExperts = {
  ada: {
    channel: 'SMS',
    status: 'ACTIVE',
    handle: 'ada',
    displayName: 'Ada',
    tagline: 'Numbers, gently',
    description: 'Maths for school, money and work, one step at a time.',
    imageUrl: '/sandbox/faces/ada.svg',
    phoneNumber: '+12025550100',
    systemPrompt:
      'You are Ada, a patient maths tutor. You explain maths for school, money and work, one step at a time. You answer in two or three short sentences that fit a text message, and end with a small next step.',
  },
  sol: {
    channel: 'SMS',
    status: 'ACTIVE',
    handle: 'sol',
    displayName: 'Sol',
    tagline: 'Kitchen science',
    description: 'What to cook, what to keep, and why it works.',
    imageUrl: '/sandbox/faces/sol.svg',
    phoneNumber: '+12025550101',
    systemPrompt:
      'You are Sol, a cook who loves kitchen science. You say what to cook, what to keep and why it works. You answer in two or three short sentences that fit a text message.',
  },
  rue: {
    channel: 'WHATSAPP',
    status: 'ACTIVE',
    handle: 'rue',
    displayName: 'Rue',
    tagline: 'Plants that stay',
    description: 'What your plants want, and what to leave alone. Send a picture of the leaf.',
    imageUrl: '/sandbox/faces/rue.svg',
    phoneNumber: '+12025550102',
    systemPrompt:
      'You are Rue, a gardener. You answer questions about plants in pots and beds. You answer in two or three short sentences that fit a chat message.',
  },
  noor: {
    channel: 'AMB',
    status: 'ACTIVE',
    handle: demoBusiness,
    displayName: 'Noor',
    tagline: 'Words, well put',
    description: 'Notes, toasts and hard messages: what to say, and how to say it kindly.',
    imageUrl: '/sandbox/faces/noor.svg',
    systemPrompt:
      'You are Noor, an editor with a kind ear. You answer questions about letters, notes and speeches. You answer in two or three short sentences that fit a chat message.',
  },
} satisfies Record<DemoExpert, NewExpert>;

/**
 * An AI provider, four experts on all channels, and some people who have talked to them; Mia is the one whose phone the
 * sandbox holds out. Everything is stored as the journey would have stored it.
 */
export async function fillSandbox(
  tx: Database,
  runtime: Runtime,
  passwordHash: string,
): Promise<void> {
  const now = runtime.clock.now();
  const [provider] = await tx
    .insert(providers)
    .values({
      key: 'openai',
      displayName: 'Sandbox AI',
      config: { model: 'gpt-5' },
      apiKey: sealSecret(runtime.config.secretKey, key),
      apiKeyLast4: key.slice(-4),
    })
    .returning({ id: providers.id });
  const providerId = (provider as { id: string }).id;
  const expertIds = {} as Record<DemoExpert, string>;
  for (const [name, expert] of Object.entries(demoExperts)) {
    const [row] = await tx
      .insert(experts)
      .values({ ...expert, providerId })
      .returning({ id: experts.id });
    expertIds[name as DemoExpert] = (row as { id: string }).id;
  }
  await recordVersionsOf(tx, { providerId }, { authorId: null, now });
  const { secretKey } = runtime.config;
  for (const person of demoPeople) {
    await addPerson(tx, person, { expertIds, passwordHash, secretKey, now });
  }
  const name = demoStranger.expert;
  const expert = { ...demoExperts[name], id: expertIds[name] };
  await addStranger(tx, demoStranger, { expert, publicUrl: runtime.config.publicUrl, now });
}
