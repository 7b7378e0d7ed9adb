import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import type { Replies } from '#test/api-replies.ts';

export type Answer<Reply = unknown> =
  | { json: Reply }
  | { path: string }
  | { status: number; message: string; need?: 'code'; current?: object }
  | 'never'
  | 'no connection';

export type Answers = { [Call in keyof Replies]?: Answer<Replies[Call]> };

/**
 * Only API calls pass through here: Playwright's `route` would turn off the browser's cache, and
 * every page would load the dashboard again.
 */
export async function answerCalls(page: Page, answers: Answers): Promise<() => Promise<void>> {
  const known = Object.entries(answers).map(([call, answer]) => ({
    pattern: new RegExp(`^${call.replaceAll(/:\w+/g, '[^/]+')}$`),
    answer,
  }));
  const session = await page.context().newCDPSession(page);
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    const call = `${request.method} ${new URL(request.url).pathname}`;
    const found = known.find(({ pattern }) => pattern.test(call));
    // The page may have left meanwhile.
    giveAnswer(session, requestId, found?.answer).catch(() => {});
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*' }] });
  return () => session.detach();
}

async function giveAnswer(session: CDPSession, requestId: string, answer: Answer | undefined) {
  if (answer === 'never') return;
  if (!answer) return session.send('Fetch.continueRequest', { requestId });
  if (answer === 'no connection')
    return session.send('Fetch.failRequest', { requestId, errorReason: 'InternetDisconnected' });
  const { status, contentType, body } = toResponse(answer);
  return session.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: status,
    responseHeaders: [{ name: 'content-type', value: contentType }],
    body: body.toString('base64'),
  });
}

function toResponse(answer: Exclude<Answer, string>) {
  if ('path' in answer) {
    const contentType = `image/${extname(answer.path).slice(1)}`;
    return { status: 200, contentType, body: readFileSync(answer.path) };
  }
  if ('json' in answer) return toJsonResponse(200, answer.json);
  const { status, ...body } = answer;
  return toJsonResponse(status, body);
}

function toJsonResponse(status: number, body: unknown) {
  return {
    status,
    contentType: 'application/json',
    body: Buffer.from(JSON.stringify(body)),
  };
}
