import { claimAddress, mayChatFrom } from '#server/billing/claims.ts';
import { hasCredit } from '#server/billing/credits.ts';
import { isOtherThanPicture } from '#server/channels/channel.ts';
import { channelFor } from '#server/channels/index.ts';
import { activateConnections, findPending, hasConnections } from '#server/connections/store.ts';
import type { Database } from '#server/db/client.ts';
import { recentInbound } from '#server/messages/history-store.ts';
import { type ClaimedMessage, flagForHuman } from '#server/messages/inbound-store.ts';
import { addOptOut, findOptOut, isOptedOut, liftOptOut } from '#server/messages/opt-outs-store.ts';
import { maskEmail, type SystemText, systemTexts } from '#server/messages/system-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import { connectCode } from './connect-code.ts';
import { keywordOf, wordOf } from './keywords.ts';
import type { Objection } from './outcome.ts';

type Guard = (runtime: Runtime, claim: ClaimedMessage) => Promise<Objection | null>;

/** rules.md, "A message's life": the order is binding, the first that objects answers. */
const guards: Guard[] = [
  keyword,
  human,
  loop,
  connectCode,
  optedOut,
  connection,
  content,
  paused,
  credit,
];

export async function firstObjection(
  runtime: Runtime,
  claim: ClaimedMessage,
): Promise<Objection | null> {
  for (const guard of guards) {
    const objection = await guard(runtime, claim);
    if (objection) return objection;
  }
  return null;
}

async function keyword(runtime: Runtime, claim: ClaimedMessage): Promise<Objection | null> {
  const { message, thread, expert } = claim;
  const via = gatewayOf(runtime, claim);
  const word = keywordOf(message.body, via?.channel);
  const said = message.keywordAnswered ?? word;
  if (!said) return null;
  const gatewayAnswers =
    message.keywordAnswered !== null || via?.channel.answersKeywords?.(via.settings) === true;
  const answer = (text: SystemText | null, effect?: Objection['effect']): Objection => ({
    guard: 'keyword',
    state: 'recorded',
    text,
    ...(effect && { effect }),
  });
  const unlessGateway = (text: SystemText) => (gatewayAnswers ? null : text);

  if (said === 'STOP') {
    // One confirmation, then silence: two machines that say STOP to each other would never stop.
    const isSaid = (await findOptOut(runtime.db, expert, thread.handle)) === 'stopped';
    const text = isSaid ? null : unlessGateway(systemTexts.optedOut(expert.displayName));
    return answer(text, async (tx) => {
      await addOptOut(tx, expert, thread.handle);
      return 'done';
    });
  }
  if (said === 'HELP') {
    const [humanWord] = via?.channel.humanWords ?? [];
    const text = systemTexts.help(expert.displayName, runtime.config.publicUrl, humanWord);
    return answer(unlessGateway(text), wantsHuman(runtime, claim) ? flagging(claim) : undefined);
  }
  const optIn = async (tx: Database) => {
    await liftOptOut(tx, expert, thread.handle);
    return 'done' as const;
  };
  const pending = thread.userId ? null : await findPending(runtime.db, thread);
  // To the gateway a YES is one more word for START; here it says yes to our question as well.
  if (pending && (said !== 'START' || word === 'YES')) {
    // The gateway knows nothing of connections, so this confirmation is ours even where it answers
    // keywords itself; only a message that it says it has answered stays without a second text.
    const { secretKey, publicUrl } = runtime.config;
    const owner = { userId: pending.user.id, handle: thread.handle };
    const isWelcome = await mayChatFrom(secretKey, runtime.db, owner);
    const words = isWelcome
      ? systemTexts.connected(expert.displayName)
      : systemTexts.trialUsed(publicUrl);
    return answer(message.keywordAnswered ? null : words, async (tx, now) => {
      if (!isWelcome) return optIn(tx);
      const proved = { ...owner, now };
      if (!(await claimAddress(secretKey, tx, proved))) return 'outdated';
      return (await activateConnections(tx, proved)) ? optIn(tx) : 'outdated';
    });
  }
  // YES is also what people answer to an expert's question: it is a keyword only where it opts in again.
  if (said === 'YES' && !(await isOptedOut(runtime.db, expert, thread.handle))) return null;
  return answer(unlessGateway(systemTexts.optedIn(expert.displayName)), optIn);
}

/** Whoever asks for a human is heard by one, where the gateway's owner wants that; no model answers. */
async function human(runtime: Runtime, claim: ClaimedMessage): Promise<Objection | null> {
  if (!wantsHuman(runtime, claim)) return null;
  const text = systemTexts.human(claim.expert.displayName);
  return { guard: 'human', state: 'recorded', text, effect: flagging(claim) };
}

function wantsHuman(runtime: Runtime, claim: ClaimedMessage): boolean {
  const words = gatewayOf(runtime, claim)?.channel.humanWords ?? [];
  return words.includes(wordOf(claim.message.body));
}

const flagging =
  ({ thread }: ClaimedMessage): Objection['effect'] =>
  async (tx, now) => {
    await flagForHuman(tx, thread.id, now);
    return 'done';
  };

/** Null for what was written on the dashboard. */
function gatewayOf({ config }: Runtime, { message, expert }: ClaimedMessage) {
  return message.origin === 'gateway' ? channelFor(config, expert.channel) : null;
}

const loopWindowMs = 10 * 60_000;
const sameTextLimit = 5;
const messageLimit = 30;

/** Two machines that answer each other would never stop. */
async function loop(runtime: Runtime, { message }: ClaimedMessage): Promise<Objection | null> {
  const recent = await recentInbound(runtime.db, message, {
    since: new Date(message.createdAt.getTime() - loopWindowMs),
    limit: messageLimit + 1,
  });
  // Several pictures without a word are several messages.
  const hasWords = message.body.trim() !== '';
  const same = hasWords ? recent.filter(({ body }) => body === message.body).length : 0;
  const isLoop = same >= sameTextLimit || recent.length > messageLimit;
  return isLoop ? { guard: 'loop', state: 'recorded', text: null } : null;
}

/** After STOP there is silence: no model writes, and nobody pays for, what can't be sent. */
async function optedOut(
  { db }: Runtime,
  { message, thread, expert }: ClaimedMessage,
): Promise<Objection | null> {
  if (message.origin !== 'gateway' || !(await isOptedOut(db, expert, thread.handle))) return null;
  return { guard: 'opted-out', state: 'refused', text: null };
}

async function connection(
  runtime: Runtime,
  { thread, expert }: ClaimedMessage,
): Promise<Objection | null> {
  if (thread.userId) return null;
  const objection = { guard: 'connection', state: 'refused' } as const;
  const pending = await findPending(runtime.db, thread);
  if (!pending) {
    const needsCode = channelFor(runtime.config, expert.channel)?.channel.linkToWrite !== undefined;
    const { publicUrl } = runtime.config;
    const text = needsCode
      ? systemTexts.invitationToCode(expert.displayName, publicUrl)
      : systemTexts.invitation(expert.displayName, publicUrl);
    return { ...objection, text };
  }
  const { id: userId, email } = pending.user;
  return {
    ...objection,
    text: systemTexts.question(expert.displayName, maskEmail(email)),
    // Nobody is asked in the name of an account that was deleted meanwhile.
    effect: async (tx) =>
      (await hasConnections(tx, { userId, handle: thread.handle })) ? 'done' : 'outdated',
  };
}

/** Nothing in it that a model could be given: the person hears what it can read, and pays nothing. */
async function content(
  _: Runtime,
  { message, attachments }: ClaimedMessage,
): Promise<Objection | null> {
  const isReadable = message.content !== 'unreadable';
  const hasWords = isReadable && message.body.trim() !== '';
  if (hasWords || attachments.some(({ state }) => state === 'stored')) return null;
  const wasPicture = attachments.some(({ source }) => !isOtherThanPicture(source.contentType));
  const text = wasPicture ? systemTexts.pictureLost() : systemTexts.onlyWordsAndPictures();
  return { guard: 'content', state: 'refused', text };
}

async function paused(_: Runtime, { expert }: ClaimedMessage): Promise<Objection | null> {
  if (expert.status === 'ACTIVE') return null;
  return { guard: 'paused', state: 'refused', text: systemTexts.paused(expert.displayName) };
}

/** As it stood when the message was taken; storing the reply looks again and spends. */
async function credit(runtime: Runtime, { user }: ClaimedMessage): Promise<Objection | null> {
  return user && hasCredit(user, runtime.clock.now()) ? null : noCredit(runtime);
}

/** Also used where the last credit was spent while the model was thinking. */
export function noCredit({ config }: Runtime): Objection {
  return { guard: 'credit', state: 'refused', text: systemTexts.noCredit(config.publicUrl) };
}
