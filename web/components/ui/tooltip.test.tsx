import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Tooltip, TooltipProvider } from './tooltip.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <TooltipProvider>
      <Tooltip text="Copies the id">
        <button type="button">Copy</button>
      </Tooltip>
      <Tooltip text="Changes it">
        <button type="button">Edit</button>
      </Tooltip>
    </TooltipProvider>,
  );
});
afterEach(() => {
  vi.useRealTimers();
});

const button = (name: string) => screen.getByRole('button', { name });
const pointAt = (name: string) => fireEvent.pointerMove(button(name), { pointerType: 'mouse' });
/** Moves off the button, and off the path to its tooltip. */
function leave(name: string) {
  fireEvent.pointerLeave(button(name), { pointerType: 'mouse' });
  fireEvent.pointerMove(document.body, { pointerType: 'mouse', clientX: 500, clientY: 500 });
}
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const shown = () => screen.queryByRole('tooltip')?.textContent ?? null;

describe('a tooltip', () => {
  // spec: 9.29
  it('opens after 700 ms', async () => {
    pointAt('Copy');
    await wait(699);
    expect(shown()).toBeNull();
    await wait(1);
    expect(shown()).toBe('Copies the id');
  });

  // spec: 9.29
  it('opens at once within 300 ms of another', async () => {
    pointAt('Copy');
    await wait(700);
    leave('Copy');
    await wait(299);
    pointAt('Edit');
    await wait(0);
    expect(shown()).toBe('Changes it');
  });

  // spec: 9.29
  it('waits again 300 ms after another', async () => {
    pointAt('Copy');
    await wait(700);
    leave('Copy');
    await wait(300);
    pointAt('Edit');
    await wait(0);
    expect(shown()).toBeNull();
    await wait(700);
    expect(shown()).toBe('Changes it');
  });
});
