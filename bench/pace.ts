import { Pool } from 'undici';
import type { Webhook } from './vendors.ts';

export type Pacer = ReturnType<typeof createPacer>;

export function createPacer(url: string) {
  const pool = new Pool(url, { connections: 256 });
  return {
    /** Times in ms. */
    async run(count: number, perSecond: number, webhookAt: (index: number) => Webhook) {
      const times: number[] = [];
      let refused = 0;
      const post = async (webhook: Webhook) => {
        const sent = performance.now();
        const { statusCode, body } = await pool.request({ method: 'POST', ...webhook });
        await body.dump();
        if (statusCode === 200) times.push(performance.now() - sent);
        else refused++;
      };
      const started = performance.now();
      const posts: Promise<void>[] = [];
      while (posts.length < count) {
        const due = Math.min(count, Math.ceil(((performance.now() - started) / 1000) * perSecond));
        while (posts.length < due) posts.push(post(webhookAt(posts.length)));
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      await Promise.all(posts);
      return { times, refused };
    },
    close: () => pool.close(),
  };
}
