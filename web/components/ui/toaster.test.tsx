import { act, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dismissToast, type Toast, toast, useToasts } from '#web/lib/toast.ts';
import { Toaster } from './toaster.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  render(<Toaster />);
});
afterEach(() => {
  vi.useRealTimers();
});

const show = (title: string, variant: Toast['variant'] = 'default') =>
  act(() => toast({ title, variant }));
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const shown = () => screen.queryAllByRole('listitem').map((item) => item.textContent);

function swipe(x: number, y = 0) {
  const card = screen.getByRole('listitem');
  fireEvent.pointerDown(card, { button: 0, clientX: 0, clientY: 0 });
  fireEvent.pointerMove(card, { clientX: x / 2, clientY: y / 2 });
  fireEvent.pointerMove(card, { clientX: x, clientY: y });
  fireEvent.pointerUp(card, { clientX: x, clientY: y });
}

describe('toasts', () => {
  // spec: 9.24
  it('come one at a time: a new one replaces the one before', () => {
    show('Expert created');
    show('Expert updated');
    expect(shown()).toEqual(['Expert updated']);
  });

  // spec: 9.26
  it('stay for 5000 ms', async () => {
    show('Expert created');
    await wait(4999);
    expect(shown()).toEqual(['Expert created']);
    await wait(1);
    expect(shown()).toEqual([]);
  });

  // spec: 9.25
  it('are removed 1,000,000 ms after they were dismissed', async () => {
    const { result } = renderHook(useToasts);
    show('Expert created');
    act(() => dismissToast(result.current[0]?.id ?? ''));
    await wait(999_999);
    expect(result.current).toMatchObject([{ title: 'Expert created', isOpen: false }]);
    await wait(1);
    expect(result.current).toEqual([]);
  });

  // spec: 9.27
  it.each([
    ['by more than 50 to the right', 51, 0, []],
    ['by 50 to the right', 50, 0, ['Expert created']],
    ['to the left', -200, 0, ['Expert created']],
    ['up', 0, -200, ['Expert created']],
  ])('are dismissed by a swipe, or not: %s', async (_, x, y, left) => {
    show('Expert created');
    swipe(x, y);
    await wait(0);
    expect(shown()).toEqual(left);
  });

  // spec: 9.28
  it('get the focus with F8', () => {
    show('Expert created');
    fireEvent.keyDown(document, { code: 'F8' });
    expect(document.activeElement).toBe(screen.getByRole('list'));
  });

  it.each([
    'default',
    // spec: 8.3
    'destructive',
  ] as const)('look %s', (variant) => {
    show('Something', variant);
    expect(screen.getByRole('listitem').dataset.variant).toBe(variant);
  });
});
