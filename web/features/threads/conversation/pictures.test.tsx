import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { failWith, neverAnswer } from '#test/web/fake-api.ts';
import { aMessage, anAttachment, aUser, idOf } from '#test/web/fixtures.ts';
import { renderThread } from '#test/web/render-thread.ts';

describe('messages of a thread', () => {
  it('show their pictures at their final size, and larger on a click', async () => {
    const { api, user } = renderThread([
      aMessage({
        body: '',
        attachments: [anAttachment({ width: 1024, height: 512 }), anAttachment({ id: idOf(51) })],
      }),
    ]);
    api.on('GET /api/threads/:id/attachments/:attachmentId', new Blob(['a picture']));
    const name = 'Picture 1 of 2 from +1 202 555 0143';
    const small = await screen.findByRole('button', { name: `${name}, show larger` });
    expect(small.style).toMatchObject({ width: '260px', height: '130px' });
    await user.click(small);
    const dialog = await screen.findByRole('dialog', { name });
    expect(within(dialog).getByRole('img', { name })).toBeDefined();
  });

  it('reserve room for a picture that is loading, and say whose it is', async () => {
    const message = aMessage({ body: 'Look', attachments: [anAttachment()] });
    const { api } = renderThread([message], {}, aUser());
    api.on('GET /api/threads/:id/attachments/:attachmentId', neverAnswer());
    const button = await screen.findByRole('button', { name: 'Picture from you, loading' });
    expect(button.style).toMatchObject({ width: '64px', height: '48px' });
    expect(screen.getByText('Look')).toBeDefined();
  });

  it('let the reader retry a picture that failed to load', async () => {
    const { api, user } = renderThread([aMessage({ attachments: [anAttachment()] })]);
    api.on('GET /api/threads/:id/attachments/:attachmentId', failWith(500, 'Oh'));
    const again = await screen.findByRole('button', { name: 'Try again' });
    api.on('GET /api/threads/:id/attachments/:attachmentId', new Blob(['a picture']));
    await user.click(again);
    const name = 'Picture from +1 202 555 0143, show larger';
    expect(await screen.findByRole('button', { name })).toBeDefined();
  });
});
