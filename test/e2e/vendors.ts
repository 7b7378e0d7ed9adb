import Fastify from 'fastify';
import { createSandbox } from '#sandbox/sandbox.ts';
import { standInPath } from '#shared/ai-providers.ts';
import { freePort } from '#test/free-port.ts';

const twilio = {
  TWILIO_ACCOUNT_SID: `AC${'5'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'a-token-of-twilio',
};

type Expert = { phoneNumber: string | null };

/**
 * Twilio and OpenAI as processes outside, with credentials like theirs: for the product they are real. Their webhooks come
 * by `proxy`, which stands for the one with TLS.
 */
export async function startVendors(proxy: typeof fetch, listExperts: () => Expert[]) {
  const url = `http://127.0.0.1:${await freePort()}`;
  const account = {
    accountSid: twilio.TWILIO_ACCOUNT_SID,
    authToken: twilio.TWILIO_AUTH_TOKEN,
    apiUrl: `${url}/sms`,
    answersKeywords: true,
  };
  const sandbox = await createSandbox({
    publicUrl: url,
    channels: { SMS: account },
    ai: ['openai'],
    delayMs: 0,
    fetch: proxy,
    listExperts: async () => listExperts() as never,
  });
  const app = Fastify();
  await app.register(sandbox.plugin);
  await app.listen({ port: Number(new URL(url).port), host: '127.0.0.1' });
  return {
    settings: {
      ...twilio,
      TWILIO_API_URL: account.apiUrl,
      OPENAI_BASE_URL: url + standInPath('openai'),
    },
    sandbox,
    async close() {
      await app.close();
      await sandbox.close();
    },
  };
}
