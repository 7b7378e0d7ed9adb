import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { PublicExpert } from '#shared/api/experts.ts';
import { failWith, neverAnswer } from '#test/web/fake-api.ts';
import { aPublicExpert, aThread, aUser } from '#test/web/fixtures.ts';
import { findToast, renderApp } from '#test/web/render.tsx';

const chatLink = 'sms:+12025550100';
const question = { text: 'What is 1/2?', link: `${chatLink}?&body=What%20is%201%2F2%3F` };

async function openExpert(fields: Partial<PublicExpert> = {}, path = '/user/experts/ada') {
  const view = renderApp(path, aUser());
  const expert = aPublicExpert({ category: 'Learning', sampleQuestions: [question], ...fields });
  view.api.on('GET /api/experts/public', {
    experts: [aPublicExpert({ id: 'x', handle: 'x' }), expert],
  });
  await screen.findByRole('heading', { name: expert.displayName, level: 1 });
  return { ...view, expert };
}

it('shows who an expert is and how to reach it', async () => {
  await openExpert();
  const page = within(screen.getByRole('article', { name: 'Ada' }));
  for (const text of ['Numbers, gently', 'Learning', aPublicExpert().description as string]) {
    expect(page.getByText(text).dir, text).toBe('auto');
  }
  expect(page.getByText('SMS')).toBeDefined();
  expect(page.getByRole('button', { name: /^Connect Now to/ })).toBeDefined();
  expect(page.getByRole('link', { name: '+1 202 555 0100' }).getAttribute('href')).toBe(chatLink);
  expect(await page.findByRole('img', { name: 'QR code that opens SMS' })).toBeDefined();
  expect(document.title).toBe('Ada · Sagewire');
});

it.each(['ADA', aPublicExpert().id])('has an address with the handle or id: %s', async (name) => {
  await openExpert({}, `/user/experts/${name}`);
});

it('opens the message app with a sample question, or copies it', async () => {
  const { user } = await openExpert();
  expect(screen.getByRole('link', { name: question.text }).getAttribute('href')).toBe(
    question.link,
  );
  expect(screen.getByText(/Connect first, so that your phone is known\./)).toBeDefined();
  await user.click(screen.getByRole('button', { name: question.text }));
  await findToast('Question copied');
  expect(await navigator.clipboard.readText()).toBe(question.text);
});

it('writes a sample question into the conversation, after the text typed there', async () => {
  const thread = aThread();
  const view = await openExpert({ connection: 'active', threadId: thread.id });
  view.api.on('GET /api/threads/:id/messages', { thread, messages: [], nextCursor: null });
  const pick = async () => {
    await view.user.click(await screen.findByRole('button', { name: question.text }));
    return screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Write to Ada' });
  };
  const field = await pick();
  expect(window.location.pathname).toBe(`/threads/${thread.id}`);
  expect(field.value).toBe(question.text);
  await view.user.clear(field);
  await view.user.type(field, 'Hello.');
  window.history.back();
  expect((await pick()).value).toBe(`Hello.\n${question.text}`);
});

it('leaves out what an expert or this site does not have', async () => {
  await openExpert({
    channel: 'AMB',
    phoneNumber: null,
    chatLink: null,
    tagline: null,
    description: null,
    sampleQuestions: [],
  });
  expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull();
  expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
  expect(screen.getByRole('button', { name: /^Connect Now to/ })).toBeDefined();
});

it('says that an expert was not found, and leads to the others', async () => {
  const { api, user } = renderApp('/user/experts/nobody', aUser());
  api.on('GET /api/experts/public', { experts: [aPublicExpert()] });
  expect(await screen.findByText('Expert not found')).toBeDefined();
  await user.click(screen.getByRole('link', { name: 'Find your expert' }));
  expect(await screen.findByRole('article', { name: 'Ada' })).toBeDefined();
});

it('shows placeholders, an error, and tries again', async () => {
  const { api, user } = renderApp('/user/experts/ada', aUser());
  api.on('GET /api/experts/public', failWith(500, 'Oops'));
  expect(await screen.findByText('Unable to load this expert')).toBeDefined();
  api.on('GET /api/experts/public', neverAnswer());
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Loading the expert')).toBeDefined();
});
