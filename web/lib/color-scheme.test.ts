import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { useColorScheme } from './color-scheme.ts';

const shownTheme = () => document.documentElement.dataset.theme;
const systemPrefers = (theme: 'light' | 'dark') => {
  // happy-dom's own switch; it tells matchMedia's listeners on a resize.
  const { happyDOM } = window as unknown as {
    happyDOM: { settings: { device: { prefersColorScheme: string } } };
  };
  happyDOM.settings.device.prefersColorScheme = theme;
  window.dispatchEvent(new Event('resize'));
};
/** What another tab does is only heard here. */
const inAnotherTab = (scheme: string) =>
  act(() => {
    localStorage.setItem('color_scheme', scheme);
    window.dispatchEvent(new StorageEvent('storage', { key: 'color_scheme' }));
  });

beforeEach(() => systemPrefers('light'));

describe('the colour scheme', () => {
  it('follows the system until someone chooses', () => {
    const { result } = renderHook(useColorScheme);
    expect([result.current.scheme, shownTheme()]).toEqual(['system', 'light']);
    systemPrefers('dark');
    expect([result.current.scheme, shownTheme()]).toEqual(['system', 'dark']);
  });

  it('keeps what was chosen, whatever the system prefers, until system is chosen again', () => {
    const { result } = renderHook(useColorScheme);
    act(() => result.current.setScheme('dark'));
    expect([result.current.scheme, shownTheme()]).toEqual(['dark', 'dark']);
    expect(localStorage.getItem('color_scheme')).toBe('dark');
    act(() => result.current.setScheme('light'));
    systemPrefers('dark');
    expect([result.current.scheme, shownTheme()]).toEqual(['light', 'light']);
    act(() => result.current.setScheme('system'));
    expect([result.current.scheme, shownTheme()]).toEqual(['system', 'dark']);
  });

  it('follows a choice made in another tab', () => {
    const { result } = renderHook(useColorScheme);
    inAnotherTab('dark');
    expect([result.current.scheme, shownTheme()]).toEqual(['dark', 'dark']);
  });

  it('takes a stored word that it does not know for system', () => {
    const { result } = renderHook(useColorScheme);
    inAnotherTab('sepia');
    expect([result.current.scheme, shownTheme()]).toEqual(['system', 'light']);
  });
});
