import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { attachments, messages } from '#server/db/schema.ts';
import { writeExport } from '#server/people/account/export.ts';
import { writeExportPage } from '#server/people/account/export-page.ts';
import { signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { aToken } from './scene.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

/** A conversation of its own, whose texts are more than a system takes off the process's hands. */
async function aWriter(texts: number, text: string) {
  const { user, thread } = await aConnectedUser(test, await anExpert(test));
  const written = { threadId: thread.id, direction: 'inbound', origin: 'gateway' } as const;
  const rows = await test.runtime.db
    .insert(messages)
    .values(
      Array.from(
        { length: texts },
        () => ({ ...written, body: text, answerState: 'recorded' }) as const,
      ),
    )
    .returning();
  return { user, messageIds: rows.map(({ id }) => id) };
}

/** Reads no more than its beginning. */
async function openExport(token: string): Promise<void> {
  const socket = connect(test.runtime.config.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  socket.write(
    `GET /api/account/export HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n\r\n`,
  );
  await once(socket, 'readable');
}

describe('exports that no client reads', () => {
  it('hold up no page of other people', async () => {
    for (let account = 0; account < 3; account++) {
      const { user } = await aWriter(200, 'x'.repeat(60_000));
      const token = await aToken(test, user.id);
      await Promise.all(Array.from({ length: 4 }, () => openExport(token)));
    }
    const { call } = await signIn(test);
    const statuses: number[] = [];
    for (const path of ['/api/auth/user', '/api/threads', '/api/subscription']) {
      void call('GET', path).then(({ status }) => statuses.push(status));
    }
    await vi.waitFor(() => expect(statuses).toEqual([200, 200, 200]), 10_000);
  });

  it.each([
    ['JSON', writeExport],
    ['page', writeExportPage],
  ])('hold a part of one picture, however many there are: %s', async (_, write) => {
    const { user, messageIds } = await aWriter(3, 'Look');
    const picture = randomBytes(700_000);
    for (const messageId of messageIds) {
      for (const position of [0, 1]) {
        await test.runtime.db.insert(attachments).values({
          ...{ messageId, position, picture, state: 'stored' as const },
          source: { url: null, id: 'a picture', contentType: 'image/png' },
        });
      }
    }
    let written = '';
    for await (const piece of write(test.runtime, user)) {
      expect(piece.length).toBeLessThanOrEqual(64 * 1024);
      written += piece;
    }
    expect(written.split(picture.toString('base64'))).toHaveLength(7);
  });
});
