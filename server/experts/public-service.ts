import { channelFor } from '#server/channels/index.ts';
import { addressOf } from '#server/db/addresses.ts';
import type { Runtime } from '#server/runtime.ts';
import { listLines, type PublicExpert } from '#shared/api/experts.ts';
import { listPublicExpertsFor } from './store.ts';

export async function listForUser(
  { db, config }: Pick<Runtime, 'db' | 'config'>,
  user: { id: string },
): Promise<PublicExpert[]> {
  const rows = await listPublicExpertsFor(db, user);
  return rows.map(({ phoneNumberId, sampleQuestions, ...expert }) => {
    const via = channelFor(config, expert.channel);
    const our = { address: addressOf(expert), senderId: phoneNumberId };
    const linkTo = (text: string) => via?.channel.createChatLink(our, text, via.settings) ?? null;
    return {
      ...expert,
      chatLink: linkTo(''),
      sampleQuestions: listLines(sampleQuestions).map((text) => ({ text, link: linkTo(text) })),
    };
  });
}
