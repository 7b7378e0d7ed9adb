import { launchChromium } from '#test/e2e/browser.ts';
import { admin, mia } from '#test/e2e/dashboard.ts';

export const people = { admin, mia };

export type Visitor = Awaited<ReturnType<typeof startVisitor>>;

/** Empty cache, at most a token. */
export async function startVisitor(url: string) {
  const browser = await launchChromium();
  return {
    async enter(person: { email: string; password: string } | null) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      if (person) {
        const token = JSON.stringify(await fetchToken(url, person));
        await context.addInitScript(`localStorage.setItem('auth_token', ${token})`);
      }
      return context.newPage();
    },
    close: () => browser.close(),
  };
}

export async function fetchToken(
  url: string,
  person: { email: string; password: string },
): Promise<string> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  });
  const { token } = (await response.json()) as { token: string };
  return token;
}
