import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ExpertRow, phoneAttempts } from '#server/db/schema.ts';
import { maskEmailForText } from '#server/messages/system-texts.ts';
import { signIn } from '#test/api-client.ts';
import { anExpert, aPhone } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

/** A stranger knows the number, and enough of the email to make one that our question writes alike. */

let test: TestApp;
let ada: ExpertRow;
let { text, received } = {} as ReturnType<typeof createTexter>;
beforeAll(async () => {
  test = await startTestApp();
  ada = await anExpert(test);
  ({ text, received } = createTexter(test, ada));
});
afterAll(() => test.close());
beforeEach(() => test.runtime.db.delete(phoneAttempts));

async function write(phone: string, body: string): Promise<string> {
  const known = received(phone).length;
  await text(phone, body);
  await test.runUntilIdle();
  return received(phone).slice(known).join('\n');
}

let made = 0;
async function claim(phoneNumber: string, name: string, host = 'mail.example', isAsked = true) {
  const email = `${name}-${++made}@${host}`;
  const { user, call } = await signIn(test, { email, phoneNumber });
  const connect = async (): Promise<string> => {
    const { code } = (await call('POST', `/api/experts/${ada.id}/connect`)).body;
    await test.runUntilIdle();
    return `CONNECT ${code}`;
  };
  const code = isAsked ? await connect() : '';
  const isConnected = async () =>
    (await call('GET', '/api/auth/user')).body.user.isPhoneVerified === true;
  return { user, code, connect, isConnected };
}

const strangers = {
  'asked before': async (phone: string) => [await claim(phone, 'vic')],
  'asked five times, so that the owner is not': async (phone: string) =>
    Promise.all(Array.from({ length: 5 }, () => claim(phone, 'vic'))),
};

describe.each(Object.entries(strangers))(
  'a stranger with an email that reads alike, who %s',
  (_, ask) => {
    it("is connected by no YES of the phone's owner, who texts the code", async () => {
      const phone = aPhone();
      const asking = await ask(phone);
      const owner = await claim(phone, 'vera');
      const hint = 'More than one account reads as v***@mail.example';
      expect(await write(phone, 'Hi Ada')).not.toMatch(/Reply .*YES/);
      const said = await write(phone, 'YES');
      expect(received(phone).join()).toContain(hint);
      expect(said).not.toContain('connected');
      for (const one of [...asking, owner]) expect(await one.isConnected()).toBe(false);
      expect(await write(phone, owner.code)).toContain("You're connected with Ada as v***");
      expect(await owner.isConnected()).toBe(true);
      expect(await write(phone, 'What is 2+2?')).toContain('4');
    });
  },
);

it('a stranger with an email that reads alike is connected by no YES before the owner has asked', async () => {
  const phone = aPhone();
  await claim(phone, 'vera', 'mail.example', false);
  const stranger = await claim(phone, 'Vic');
  expect(await write(phone, 'YES')).toContain('More than one account reads as V***@mail.example');
  expect(await stranger.isConnected()).toBe(false);
});

it('an account whose email reads otherwise stands in no way', async () => {
  const phone = aPhone();
  await claim(phone, 'zoe');
  const owner = await claim(phone, 'vera');
  expect(await write(phone, 'YES')).toContain(
    `You're connected with Ada as ${maskEmailForText(owner.user.email)}`,
  );
  expect(await owner.isConnected()).toBe(true);
});
