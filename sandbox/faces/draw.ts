/** Run `node sandbox/faces/draw.ts`; the files are committed. */
import { writeFileSync } from 'node:fs';
import { createAvatar } from '@dicebear/core';
import * as notionists from '@dicebear/notionists';

const warmDisc = 'EFEAE0';
const faces = {
  ada: { seed: 'Ada', glassesProbability: 0 },
  sol: { seed: 'Sol 5', glassesProbability: 0 },
  rue: { seed: 'Rue', glassesProbability: 0 },
  noor: { seed: 'Noor' },
  mia: { seed: 'Mia Chen' },
};

const titles: Record<string, string> = {
  ada: 'Ada',
  sol: 'Sol',
  rue: 'Rue',
  noor: 'Noor',
  mia: 'Mia Chen',
};

for (const [name, choice] of Object.entries(faces)) {
  const options = { ...choice, radius: 50, backgroundColor: [warmDisc], size: 96 };
  const svg = createAvatar(notionists, options).toString();
  const titled = svg.replace(/<svg[^>]*>/, `$&<title>${titles[name]}</title>`);
  writeFileSync(new URL(`${name}.svg`, import.meta.url), `${titled}\n`);
}
