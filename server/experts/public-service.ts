import { channelFor } from '#server/channels/index.ts';
import { addressOf } from '#server/db/addresses.ts';
import type { Runtime } from '#server/runtime.ts';
import { listLines, type PublicExpert } from '#shared/api/experts.ts';
import { findSiteOwner } from './branding/store.ts';
import { listPublicExpertsFor } from './store.ts';

/** An expert's own site shows that expert first, and others only if its owner wants it. */
export async function listForUser(
  { db, config }: Pick<Runtime, 'db' | 'config'>,
  { user, hostname }: { user: { id: string }; hostname: string },
): Promise<PublicExpert[]> {
  const rows = await listPublicExpertsFor(db, user);
  const owner = await findSiteOwner(db, hostname);
  const own = rows.filter(({ id }) => id === owner?.id);
  const others = rows.filter(({ id }) => id !== owner?.id);
  const shown = !owner || owner.showsOtherExperts ? [...own, ...others] : own;
  return shown.map(({ phoneNumberId, sampleQuestions, ...expert }) => {
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
