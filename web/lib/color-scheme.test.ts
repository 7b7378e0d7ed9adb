import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { useColorScheme } from './color-scheme.ts';

const shownTheme = () => document.documentElement.dataset.theme;
const systemPrefers = (theme: 'light' | 'dark') => {
  // happy-dom's own switch; a resize notifies matchMedia's listeners.
  const { happyDOM } = window as unknown as {
    happyDOM: { settings: { device: { prefersColorScheme: string } } };
  };
  happyDOM.settings.device.prefersColorScheme = theme;
  window.dispatchEvent(new Event('resize'));
};
const inAnotherTab = (scheme: string) =>
  act(() => {
    localStorage.setItem('color_scheme', scheme);
    window.dispatchEvent(new StorageEvent('storage', { key: 'color_scheme' }));
  });

beforeEach(() => systemPrefers('light'));

describe('the color scheme', () => {
  it('follows the system until someone chooses', () => {
    const { result } = renderHook(useColorScheme);
    expect([result.current.scheme, shownTheme()]).toEqual(['system', 'light']);
    systemPrefers('dark');
    expect([result.current.scheme, shownTheme()]).toEqual(['system', 'dark']);
  });

  it('keeps the choice, whatever the system prefers, until system is chosen again', () => {
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

  it('treats an unknown stored value as system', () => {
    const { result } = renderHook(useColorScheme);
    inAnotherTab('sepia');
    expect([result.current.scheme, shownTheme()]).toEqual(['system', 'light']);
  });
});
