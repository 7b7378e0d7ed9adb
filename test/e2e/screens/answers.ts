import type { Page, Route } from 'playwright-core';
import type { Replies } from '#test/api-replies.ts';

export type Answer<Reply = unknown> =
  | { json: Reply }
  | { path: string }
  | { status: number; message: string; need?: 'code'; current?: object }
  | 'never'
  | 'no connection';

export type Answers = { [Call in keyof Replies]?: Answer<Replies[Call]> };

/** Replaces the server for one page. */
export async function answerCalls(page: Page, answers: Answers): Promise<void> {
  const known = Object.entries(answers).map(([call, answer]) => ({
    pattern: new RegExp(`^${call.replaceAll(/:\w+/g, '[^/]+')}$`),
    answer,
  }));
  await page.route('**/api/**', (route) => {
    const request = route.request();
    const call = `${request.method()} ${new URL(request.url()).pathname}`;
    const found = known.find(({ pattern }) => pattern.test(call));
    return found ? giveAnswer(route, found.answer) : route.fallback();
  });
}

export async function giveAnswer(route: Route, answer: Answer): Promise<void> {
  if (answer === 'never') return;
  if (answer === 'no connection') return route.abort('internetdisconnected');
  if ('json' in answer) return route.fulfill({ json: answer.json });
  if ('path' in answer) return route.fulfill({ path: answer.path });
  const { status, ...json } = answer;
  return route.fulfill({ status, json });
}
