import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BrandingReply } from '#shared/api/branding.ts';
import { failWith, fakeApi, neverAnswer } from '#test/web/fake-api.ts';
import { anAdmin, aUser } from '#test/web/fixtures.ts';
import { renderApp } from '#test/web/render.tsx';
import indexHtml from '../index.html?raw';

const expert = {
  displayName: 'Ada',
  siteName: "Ada's Maths",
  siteTagline: 'Numbers, gently',
  imageUrl: '/api/images/ada.webp',
  primaryColor: '#7A1FA2',
  secondaryColor: '#FDE',
  accentColor: '#0af',
};
const whiteLabel = (change: Partial<typeof expert> | object = {}): BrandingReply => ({
  mode: 'white-label',
  expert: { ...expert, ...change },
});

const themeValue = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`);
const inHead = (selector: string, name: string) =>
  document.head.querySelector(selector)?.getAttribute(name);

beforeEach(() => {
  document.head.innerHTML = /<head>(.*)<\/head>/s.exec(indexHtml)?.[1] ?? '';
  document.documentElement.dataset.theme = 'light';
});
afterEach(() => {
  document.head.innerHTML = '';
  document.adoptedStyleSheets = [];
});

describe('on a white-label site', () => {
  beforeEach(() => {
    fakeApi().on('GET /api/branding', whiteLabel());
  });

  // spec: 1.3 2.2
  it('the login page shows name, tagline and image; the title is the name', async () => {
    renderApp('/login');
    await screen.findByText("Ada's Maths");
    screen.getByText('Numbers, gently');
    const logo = screen.getByRole('banner').querySelector('img');
    expect(logo?.getAttribute('src')).toBe('/api/images/ada.webp');
    expect(document.title).toBe("Ada's Maths");
    expect(screen.queryByText('Sagewire')).toBeNull();
  });

  // spec: 1.3
  it("description, icons and the browser's bars are the brand's", async () => {
    renderApp('/login');
    await screen.findByText("Ada's Maths");
    expect(inHead('meta[name="description"]', 'content')).toBe('Numbers, gently');
    expect(inHead('link[rel="icon"]', 'href')).toBe('/api/images/ada.webp');
    expect(inHead('link[rel="apple-touch-icon"]', 'href')).toBe('/api/images/ada.webp');
    expect(inHead('meta[data-theme="light"]', 'content')).toBe('#7A1FA2');
    expect(inHead('meta[data-theme="dark"]', 'content')).toBe('#121513');
  });

  // spec: 1.3
  it("primary, secondary and accent are the brand's, as hue, saturation and lightness", async () => {
    renderApp('/login');
    await screen.findByText("Ada's Maths");
    expect(themeValue('primary')).toBe('281.68 67.88% 37.84%');
    expect(themeValue('secondary')).toBe('330 100% 93.33%');
    expect(themeValue('accent')).toBe('200 100% 50%');
    const light = themeValue('wall');
    document.documentElement.dataset.theme = 'dark';
    expect(themeValue('wall')).not.toBe(light);
  });

  // spec: 1.3 2.19
  it("header and menu of the user's pages show the name, and so does the title, alone", async () => {
    const { api, user } = renderApp('/user/experts', aUser());
    api.on('GET /api/experts/public', { experts: [] });
    const logo = await screen.findByRole('link', { name: "Ada's Maths" });
    expect(logo.getAttribute('href')).toBe('/user/experts');
    expect(logo.querySelector('img')?.getAttribute('src')).toBe('/api/images/ada.webp');
    await waitFor(() => expect(document.title).toBe("Ada's Maths"));
    await user.click(screen.getByRole('button', { name: 'Open menu' }));
    within(await screen.findByRole('dialog', { name: 'Menu' })).getByText("Ada's Maths");
  });

  // spec: 2.8
  it("the admin's sidebar keeps the product's name", async () => {
    renderApp('/nowhere', anAdmin());
    expect((await screen.findAllByRole('link', { name: 'Sagewire' })).length).toBeGreaterThan(0);
    await waitFor(() => expect(document.title).toBe("Ada's Maths"));
  });

  it('the documents name the provider', async () => {
    const { user } = renderApp('/login');
    await screen.findByText("Ada's Maths");
    for (const [link, title] of [
      ['Terms of Service', 'Terms of Service'],
      ['Privacy Policy', 'Privacy Policy'],
    ] as const) {
      await user.click(screen.getByRole('button', { name: link }));
      const dialog = await screen.findByRole('dialog', { name: title });
      within(dialog).getByText("Ada's Maths is provided by Sagewire.");
      await user.keyboard('{Escape}');
    }
  });
});

it('missing values of a brand keep the default look, except the name', async () => {
  const open = { siteName: null, siteTagline: null, imageUrl: null, secondaryColor: null };
  fakeApi().on('GET /api/branding', whiteLabel({ ...open, accentColor: 'no color' }));
  renderApp('/login');
  await screen.findByText('Ada');
  screen.getByText('Good answers, one text away.');
  expect(screen.getByRole('banner').querySelector('img')).toBeNull();
  expect([themeValue('secondary'), themeValue('accent')]).toEqual(['', '']);
  expect(themeValue('primary')).not.toBe('');
});

describe('before the server has answered', () => {
  const bring = (reply: BrandingReply) => {
    const data = document.createElement('script');
    data.type = 'application/json';
    data.id = 'branding';
    data.textContent = JSON.stringify(reply);
    document.head.append(data);
  };

  it("the page's own branding is there at the first paint", () => {
    bring(whiteLabel());
    fakeApi().on('GET /api/branding', neverAnswer());
    renderApp('/login');
    screen.getByText("Ada's Maths");
    expect(themeValue('primary')).toBe('281.68 67.88% 37.84%');
    expect(document.title).toBe("Ada's Maths");
  });

  it('and stays when the request fails', async () => {
    bring(whiteLabel());
    const api = fakeApi().on('GET /api/branding', failWith(500, 'Something went wrong.'));
    renderApp('/login');
    await waitFor(() => expect(api.bodiesOf('GET /api/branding')).toHaveLength(1));
    await screen.findByText("Ada's Maths");
  });

  // spec: 7.12
  it('branding is fetched once, even when that fails and the window gets the focus', async () => {
    vi.useFakeTimers();
    const api = fakeApi().on('GET /api/branding', failWith(500, 'Something went wrong.'));
    renderApp('/login');
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    window.dispatchEvent(new Event('visibilitychange'));
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(api.bodiesOf('GET /api/branding')).toHaveLength(1);
    vi.useRealTimers();
  });

  // spec: 1.4
  it('a brand that no longer exists gives way to the default look', async () => {
    bring(whiteLabel());
    fakeApi().on('GET /api/branding', { mode: 'default', expert: null });
    renderApp('/login');
    await screen.findByText('Sagewire');
    expect(document.title).toBe('Login · Sagewire');
    expect(themeValue('primary')).toBe('');
    expect(inHead('meta[name="description"]', 'content')).toBe('Good answers, one text away.');
    expect(inHead('link[rel="icon"]', 'href')).toBe('/favicon.svg');
    expect(inHead('meta[data-theme="light"]', 'content')).toBe('#FBFAF7');
  });
});
