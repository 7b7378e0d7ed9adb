import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';
import { Pool } from 'undici';
import { isTwilioSignature } from '#server/channels/sms/signature.ts';
import { account } from './vendors.ts';

/**
 * The yardstick of a journey: carries a message to a model and back, without order, guards,
 * history, opt-outs or recovery.
 */
const { PORT, DATABASE_URL, PUBLIC_URL, VENDORS_URL = '' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 20 });
const vendors = new Pool(VENDORS_URL, { connections: 64 });
await pool.query(`create table messages (id uuid primary key, sid text unique, phone text, body text, reply text, sent_as text);
  create table jobs (message_id uuid primary key); create table people (phone text primary key, credits int)`);

const app = Fastify();
const form = 'application/x-www-form-urlencoded';
app.addContentTypeParser(form, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
app.get('/ready', async () => 'ready');
app.post('/api/webhooks/experts/:id', async (request, reply) => {
  const rawBody = request.body as Buffer;
  const signature = request.headers['x-twilio-signature'] as string;
  const text = new URLSearchParams(rawBody.toString());
  const signed = { url: `${PUBLIC_URL}${request.url}`, rawBody, form: text };
  if (!isTwilioSignature(signature, signed, account.token)) return reply.code(403).send();
  await pool.query(
    `with person as (insert into people values ($3, 1000000) on conflict do nothing), stored as (
       insert into messages (id, sid, phone, body) values ($1, $2, $3, $4) on conflict do nothing returning id)
     insert into jobs select id from stored`,
    [randomUUID(), text.get('MessageSid'), text.get('From'), text.get('Body')],
  );
  arrivals += 1;
  idle.shift()?.();
  return reply.type('text/xml').send('<Response/>');
});
await app.listen({ port: Number(PORT), host: '127.0.0.1' });

let arrivals = 0;
const idle: (() => void)[] = [];
for (let slot = 0; slot < 32; slot++) void work();

async function work(): Promise<never> {
  for (;;) {
    const known = arrivals;
    const { rows } = await pool.query(
      `with job as (delete from jobs where message_id = (select message_id from jobs limit 1 for update skip locked)
         returning message_id) select id, phone, body from messages where id = (select message_id from job)`,
    );
    if (rows[0]) await answer(rows[0]);
    // Polling while idle would slow the product measured beside it.
    else if (known === arrivals) await new Promise<void>((resolve) => idle.push(resolve));
  }
}

async function answer({ id, phone, body }: { id: string; phone: string; body: string }) {
  const input = [{ role: 'user', content: [{ type: 'input_text', text: body }] }];
  const headers = { 'content-type': 'application/json' };
  const asked = {
    method: 'POST',
    headers,
    body: JSON.stringify({ model: 'bench', input }),
  } as const;
  const replied = await vendors.request({ path: '/v1/responses', ...asked });
  const { output } = (await replied.body.json()) as { output: { content: { text: string }[] }[] };
  const reply = output[0]?.content[0]?.text ?? '';
  await pool.query(
    'with paid as (update people set credits = credits - 1 where phone = $2) update messages set reply = $3 where id = $1',
    [id, phone, reply],
  );
  const sent = await vendors.request({
    path: `/2010-04-01/Accounts/${account.sid}/Messages.json`,
    method: 'POST',
    headers: { 'content-type': form },
    body: new URLSearchParams({ To: phone, Body: reply }).toString(),
  });
  const { sid } = (await sent.body.json()) as { sid: string };
  await pool.query('update messages set sent_as = $2 where id = $1', [id, sid]);
}
