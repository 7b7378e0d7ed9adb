import { randomUUID } from 'node:crypto';
import { PGlite } from '@electric-sql/pglite';
import Fastify from 'fastify';
import pg from 'pg';
import { isTwilioSignature } from '#server/channels/sms/signature.ts';
import { account } from './vendors.ts';

/** The yardstick of a durable webhook: checks the signature and inserts one row. */
const { PORT, DATABASE_URL, FLOOR_DIR, PUBLIC_URL } = process.env;
const query = DATABASE_URL
  ? await connectServer(DATABASE_URL)
  : await openEmbedded(FLOOR_DIR as string);
await query('create table if not exists floor (id uuid primary key, sender text, body text)', []);

const app = Fastify();
app.addContentTypeParser(
  'application/x-www-form-urlencoded',
  { parseAs: 'buffer' },
  (_request, body, done) => done(null, body),
);
app.get('/ready', async () => 'ready');
app.post('/api/webhooks/experts/:id', async (request, reply) => {
  const rawBody = request.body as Buffer;
  const url = `${PUBLIC_URL}${request.url}`;
  const signature = request.headers['x-twilio-signature'] as string;
  const form = new URLSearchParams(rawBody.toString());
  if (!isTwilioSignature(signature, { url, rawBody, form }, account.token)) {
    return reply.code(403).send();
  }
  const row = [randomUUID(), form.get('From'), form.get('Body')];
  await query('insert into floor (id, sender, body) values ($1, $2, $3)', row);
  return reply.type('text/xml').send('<Response/>');
});
await app.listen({ port: Number(PORT), host: '127.0.0.1' });

async function connectServer(connectionString: string) {
  const pool = new pg.Pool({ connectionString, max: 20 });
  return (text: string, values: unknown[]) => pool.query(text, values);
}

async function openEmbedded(folder: string) {
  const client = await PGlite.create(folder);
  return (text: string, values: unknown[]) => client.query(text, values);
}
