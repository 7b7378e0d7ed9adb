import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '#server/access/tokens-store.ts';
import type { ExpertRow, UserRow } from '#server/db/schema.ts';
import type { AttachedPhone } from '#shared/api/phones.ts';
import { callAs } from '#test/api-client.ts';
import { anExpert, aPhone, aUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter, inOneYear, numberIn } from '#test/texter.ts';

/** A phone whose connection has moved on to another keeps its conversation, so it is still the account's. */

let test: TestApp;
let ada: ExpertRow;
let rue: ExpertRow;
let { text, received } = {} as ReturnType<typeof createTexter>;
beforeAll(async () => {
  test = await startTestApp();
  ada = await anExpert(test);
  rue = await anExpert(test, { channel: 'WHATSAPP', displayName: 'Rue' });
  ({ text, received } = createTexter(test, ada));
});
afterAll(() => test.close());

type Call = ReturnType<typeof callAs>;

async function write(phone: string, body: string, to = rue): Promise<string> {
  const known = received(phone).length;
  await text(phone, body, to);
  await test.runUntilIdle();
  return received(phone).slice(known).join('\n');
}

async function signIn(change: Partial<UserRow> = {}) {
  const user = await aUser(test, { subExpiration: inOneYear(), ...change });
  const { db, clock } = test.runtime;
  return { user, call: callAs(test, await createToken(db, user.id, clock.now())) };
}

async function ask(call: Call, to = rue): Promise<string> {
  const { code } = (await call('POST', `/api/experts/${to.id}/connect`)).body;
  await test.runUntilIdle();
  return `CONNECT ${code}`;
}

async function listActive(call: Call): Promise<(string | null)[]> {
  const { phones } = (await call('GET', '/api/auth/phones')).body;
  const active = phones.filter(({ state }: AttachedPhone) => state === 'active');
  return active.map(({ number }: AttachedPhone) => number);
}

async function anOwner() {
  const owner = await signIn();
  const [earlier, later] = [aPhone(), aPhone()];
  for (const phone of [earlier, later]) {
    expect(await write(phone, await ask(owner.call))).toContain("You're connected");
  }
  return { ...owner, earlier, later };
}

describe.each(['earlier', 'later'] as const)(
  "a stranger who claims an account's %s phone",
  (which) => {
    async function aStranger(change: Partial<UserRow> = {}) {
      const owner = await anOwner();
      const stranger = await signIn({ phoneNumber: owner[which], ...change });
      return { owner, phone: owner[which], stranger, code: await ask(stranger.call, ada) };
    }
    const expectKept = async (phone: string, owner: Call, stranger: Call) => {
      expect(await listActive(owner)).toContain(phone);
      expect(await listActive(stranger)).toEqual([]);
      expect(await write(phone, 'What is 2+2?')).toContain('4');
    };

    it.each(['YES', 'CONNECT'])('takes it by no forged %s', async (way) => {
      const { owner, phone, stranger, code } = await aStranger();
      const said = await write(phone, way === 'YES' ? way : code, ada);
      expect(said).toContain('This number is with another account.');
      await expectKept(phone, owner.call, stranger.call);
    });

    it('takes it by no forged YES with a free trial that the phone has used', async () => {
      const { owner, phone, stranger } = await aStranger({ subExpiration: null });
      await write(phone, 'YES', ada);
      await expectKept(phone, owner.call, stranger.call);
    });

    it('gets it by the number out of our text', async () => {
      const { owner, phone, stranger, code } = await aStranger();
      const said = await write(phone, code, ada);
      expect(await write(phone, numberIn([said]), ada)).toContain('has left its earlier account');
      expect(await listActive(owner.call)).not.toContain(phone);
      expect(await listActive(stranger.call)).toEqual([phone]);
    });
  },
);
