import { renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useFirstHit } from './use-first-hit.ts';

afterEach(() => document.body.replaceChildren());

function startSearch(typed: string) {
  const list = document.createElement('div');
  const hit = list.appendChild(document.createElement('a'));
  hit.dataset.thread = 'first';
  let opened = 0;
  hit.addEventListener('click', () => opened++);
  document.body.append(list);
  const { result, rerender } = renderHook(
    ({ text }) => useFirstHit({ current: list }, text, () => {}),
    { initialProps: { text: typed } },
  );
  return {
    type: (text: string) => rerender({ text }),
    pressEnter: () => result.current.open(),
    showHits: (text: string | null) => result.current.onHits(text),
    countOpened: () => opened,
  };
}

it('opens the first hit once its hits are there', () => {
  const search = startSearch('fractions');
  search.pressEnter();
  expect(search.countOpened()).toBe(0);
  search.showHits('fractions');
  search.showHits(null);
  search.showHits('fractions');
  expect(search.countOpened()).toBe(1);
});

it('opens nothing if the text was changed meanwhile, even if it is typed again', () => {
  const search = startSearch('fractions');
  search.pressEnter();
  search.type('');
  search.type('fractions');
  search.showHits('fractions');
  expect(search.countOpened()).toBe(0);
});
