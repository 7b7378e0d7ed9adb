import { type Demo, demoApiKey } from '#shared/demo.ts';
import { demoExperts } from './experts.ts';
import { demoPeople, demoStranger } from './people.ts';

export const demo: Demo = {
  provider: { key: 'openai', displayName: 'Sandbox AI', model: 'gpt-5', apiKey: demoApiKey },
  experts: demoExperts,
  people: demoPeople,
  stranger: demoStranger,
};
