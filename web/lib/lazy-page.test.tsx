import { render, screen } from '@testing-library/react';
import { Suspense, useState } from 'react';
import { expect, it } from 'vitest';
import { lazyPage } from './lazy-page.ts';

function Counter() {
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {count}
    </button>
  );
}
const inSuspense = (Page: ReturnType<typeof lazyPage<object>>) => (
  <Suspense fallback="Loading...">
    <Page />
  </Suspense>
);

it('shows a preloaded page at once, and a fallback for any other', async () => {
  const ahead = lazyPage(async () => Counter);
  ahead.preload();
  await Promise.resolve();
  render(inSuspense(ahead));
  expect(screen.queryByText('Loading...')).toBeNull();
  expect(screen.getByRole('button')).toBeDefined();

  render(inSuspense(lazyPage(async () => () => <p>Here now</p>)));
  expect(screen.getByText('Loading...')).toBeDefined();
  expect(await screen.findByText('Here now')).toBeDefined();
});

it('keeps the state of a page when it rerenders', async () => {
  const Page = lazyPage(async () => Counter);
  const view = render(inSuspense(Page));
  (await screen.findByRole('button', { name: '0' })).click();
  expect(await screen.findByRole('button', { name: '1' })).toBeDefined();
  view.rerender(inSuspense(Page));
  expect(screen.getByRole('button', { name: '1' })).toBeDefined();
});

it('retries a failed preload', async () => {
  let isDown = true;
  const Page = lazyPage(async () => {
    if (isDown) throw new Error('gone');
    return Counter;
  });
  Page.preload();
  await Promise.resolve();
  isDown = false;
  render(inSuspense(Page));
  expect(await screen.findByRole('button')).toBeDefined();
});
