import { expertsReply, publicExpertsReply } from '#shared/api/experts.ts';
import { messagesReply } from '#shared/api/messages.ts';
import { threadsReply } from '#shared/api/threads.ts';
import { signInByApi, signUpByApi } from '../accounts.ts';
import { callApi } from '../api.ts';
import { admin, mia } from '../dashboard.ts';
import { type Product, type Settings, startProduct } from '../product.ts';
import type { Who } from './screen.ts';
import { sampleTalks } from './talks.ts';

export type SampleProduct = {
  product: Product;
  tokens: Record<Exclude<Who, 'visitor'>, string>;
  /** Mia's with Ada. */
  threadId: string;
};

export const adaHost = 'ask-ada.example';
export const solHost = 'sols-kitchen.example';

const sites = {
  Ada: {
    customDomain: adaHost,
    showsOtherExperts: true,
    siteName: 'Ask Ada',
    siteTagline: 'Maths by text, one step at a time.',
    primaryColor: '#FFB000',
    secondaryColor: '#E7E0FF',
    accentColor: '#B0005A',
  },
  Sol: {
    customDomain: solHost,
    siteName: "Sol's Kitchen",
    siteTagline: 'What to cook, and why it works.',
    primaryColor: '#101828',
    secondaryColor: '#7A271A',
    accentColor: '#FDE68A',
  },
};

const nora = { firstName: 'Nora', lastName: 'Lind', phoneNumber: '+12025550177' };

export async function startSampleProduct(settings: Settings = {}): Promise<SampleProduct> {
  const product = await startProduct(settings);
  const { url } = product;
  const adminToken = await signInByApi(url, admin);
  await openSites(url, adminToken);
  for (const talk of sampleTalks) await converse(url, adminToken, talk);
  const tokens = {
    admin: adminToken,
    mia: await signInByApi(url, mia),
    nora: (await signUpByApi(url, nora)).token,
  };
  const { threads } = threadsReply.parse(
    await callApi(`${url}/api/threads`, { token: tokens.mia }),
  );
  return { product, tokens, threadId: threads[0]?.id ?? '' };
}

async function openSites(url: string, token: string): Promise<void> {
  const { experts } = expertsReply.parse(await callApi(`${url}/api/experts`, { token }));
  for (const [expert, site] of Object.entries(sites)) {
    const { id } = experts.find(({ displayName }) => displayName === expert) ?? {};
    await callApi(`${url}/api/experts/${id}`, { method: 'PUT', token, body: site });
  }
}

async function converse(
  url: string,
  adminToken: string,
  { account, expert, question }: (typeof sampleTalks)[number],
): Promise<void> {
  const { token } = await signUpByApi(url, account);
  const { experts } = publicExpertsReply.parse(
    await callApi(`${url}/api/experts/public`, { token }),
  );
  const { id, phoneNumber } = experts.find(({ displayName }) => displayName === expert) ?? {};
  await callApi(`${url}/api/experts/${id}/connect`, { token, body: {} });
  for (const body of ['YES', question]) {
    const text = { from: account.phoneNumber, to: phoneNumber, body };
    await callApi(`${url}/sandbox/api/send`, { body: text });
  }
  await waitUntilDelivered(url, adminToken, account.phoneNumber);
}

async function waitUntilDelivered(url: string, token: string, phoneNumber: string): Promise<void> {
  const giveUpAt = Date.now() + 30_000;
  while (Date.now() < giveUpAt) {
    const { threads } = threadsReply.parse(await callApi(`${url}/api/threads`, { token }));
    const thread = threads.find(({ userHandle }) => userHandle === phoneNumber);
    const { messages } = messagesReply.parse(
      await callApi(`${url}/api/threads/${thread?.id}/messages`, { token }),
    );
    const [newest] = messages;
    if (newest?.origin === 'ai' && newest.delivery?.state === 'delivered') return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${phoneNumber} got no answer`);
}
