import type { LinkCard } from '#server/channels/channel.ts';
import { picturesPerDay, productName } from '#shared/limits.ts';
import { fitSegment, spellInGsm7 } from '#shared/sms.ts';

/** `keyword` texts have no limits; for the others see `mayTextThread`. */
export type SystemText = {
  kind:
    | 'keyword'
    | 'question'
    | 'invitation'
    | 'paused'
    | 'credit'
    | 'low'
    | 'welcome'
    | 'human'
    | 'asked'
    | 'apology'
    | 'content'
    | 'rejected'
    | 'code'
    | 'crisis'
    | 'age'
    | 'reset'
    | 'word'
    | 'forget';
  body: string;
  ignoresOptOut?: boolean;
};

export const limitedKinds = [
  'question',
  'invitation',
  'paused',
  'credit',
  'low',
  'welcome',
  'human',
  'reset',
];
/** Asked for by the person, who may soon need a second one. */
export const unlimitedPerDay = ['reset'];
/** About the account, so only one expert sends it. */
export const accountKinds = ['credit', 'low'];
export const monthlyLimit = 5;

/** Whether a person answers now, and until or from when. */
export type Answering = { isOpen: boolean; when: string } | null;

export const systemTexts = {
  question: (expert: string, maskedEmail: string): SystemText => ({
    kind: 'question',
    body: `Reply YES to chat with ${expert} as ${maskedEmail}. Msg & data rates may apply. Reply STOP to opt out, HELP for help.`,
  }),
  invitation: (expert: string, publicUrl: string): SystemText => ({
    kind: 'invitation',
    body: `Hi! To chat with ${expert}, sign up at ${publicUrl} and connect this number. Reply STOP to opt out, HELP for help.`,
  }),
  /** Where a business may not write first. */
  invitationToCode: (expert: string, publicUrl: string): SystemText => ({
    kind: 'invitation',
    body: `Hi! To chat with ${expert}, sign up at ${publicUrl}, choose Connect Now and send the code you get there. Reply STOP to opt out, HELP for help.`,
  }),
  wrongCode: (publicUrl: string): SystemText => ({
    kind: 'code',
    body: `That code is wrong or too old: a code works once, for 15 minutes. Get a new one at ${publicUrl}/user/experts and send it here.`,
  }),
  codesBlocked: (): SystemText => ({
    kind: 'code',
    body: 'Too many wrong codes were sent, so no code works for now. Please try again in an hour.',
  }),
  /** The thread shows dots instead of the code. */
  resetCode: (code: string): SystemText & { shownBody: string } => {
    const say = (digits: string) =>
      `Your ${productName} code is ${digits}. It works for 10 minutes. Don't share it. If you didn't ask for it, ignore this text.`;
    return { kind: 'reset', body: say(code), shownBody: say('••••••') };
  },
  trialUsed: (publicUrl: string): SystemText => ({
    kind: 'keyword',
    body: `This phone has already had its free trial, with another account. Choose a plan, then connect again: ${publicUrl}/user/subscription`,
  }),
  connected: (expert: string): SystemText => ({
    kind: 'keyword',
    body: `You're connected with ${expert}. Just send your question here. Reply STOP to opt out, HELP for help.`,
  }),
  moved: (expert: string, maskedEmail: string): SystemText => ({
    kind: 'keyword',
    body: `You're connected with ${expert} as ${maskedEmail}. This number has left its earlier account. Reply STOP to opt out, HELP for help.`,
  }),
  alreadyConnected: (expert: string): SystemText => ({
    kind: 'code',
    body: `You're already connected with ${expert}. Just send your question here. Reply STOP to opt out, HELP for help.`,
  }),
  welcome: (expert: string): SystemText => ({
    kind: 'welcome',
    body: `You're connected with ${expert}. Just send your question here. Reply STOP to opt out, HELP for help.`,
  }),
  optedOut: (expert: string): SystemText => ({
    kind: 'keyword',
    body: `You have opted out of texts from ${expert} and will get no more. Reply START to opt in again.`,
    ignoresOptOut: true,
  }),
  startByPhone: (expert: string): SystemText => ({
    kind: 'keyword',
    body: `Texts from ${expert} were stopped by phone. Text START from that phone to get them again.`,
  }),
  optedIn: (expert: string): SystemText => ({
    kind: 'keyword',
    body: `You're opted in again: ${expert} will answer your texts. Reply STOP to opt out, HELP for help.`,
  }),
  help: (
    expert: string,
    publicUrl: string,
    { humanWord, words }: { humanWord?: string | undefined; words: string[] },
  ): SystemText => ({
    kind: 'keyword',
    body: `${productName}: text a question to ${expert} and get the answer here. Msg & data rates may apply. ${words.length > 0 ? `You can also text ${words.join(', ')}. ` : ''}Reply ${humanWord ? `${humanWord} to reach a person, ` : ''}STOP to opt out. More at ${publicUrl}/safety`,
    ignoresOptOut: true,
  }),
  paused: (expert: string): SystemText => ({
    kind: 'paused',
    body: `${expert} is taking a break and can't answer right now. Please try again later.`,
  }),
  noCredit: (publicUrl: string): SystemText => ({
    kind: 'credit',
    body: `You have no messages left, so this one was not answered. Choose a plan to continue: ${publicUrl}/user/subscription`,
  }),
  /** After the reply that spent the last credit. */
  lastCredit: (publicUrl: string): SystemText => ({
    kind: 'credit',
    body: `You have no messages left. Choose a plan and your next text is answered: ${publicUrl}/user/subscription`,
  }),
  fewCredits: (left: number, publicUrl: string): SystemText => ({
    kind: 'low',
    body: `You have ${left} ${left === 1 ? 'message' : 'messages'} left. Get more any time: ${publicUrl}/user/subscription`,
  }),
  /** @param answering null without opening hours. */
  personAnswers: (expert: string, answering: Answering): SystemText => ({
    kind: 'human',
    body: fitSegment([expert], (name) =>
      answering && !answering.isOpen
        ? `A person from the team behind ${name} answers here from now on, and is back ${answering.when}.`
        : `A person from the team behind ${name} answers here now, ${answering?.when ?? 'as soon as they can'}.`,
    ),
  }),
  crisis: (expert: string, numbers: string, ownLine: string | null): SystemText => ({
    kind: 'crisis',
    body: [
      `You matter, and you deserve a person's help now. ${numbers}`,
      // A letter outside GSM-7 would triple the segments.
      `The people behind ${spellInGsm7(expert) || 'this expert'} have been told. The AI has paused for now.`,
      ...(ownLine ? [ownLine] : []),
    ].join(' '),
  }),
  tooYoung: (expert: string): SystemText => ({
    kind: 'age',
    body: `Thank you for telling us. ${expert} is only for people of 13 and older, so it can't go on chatting with you. Please ask a parent, a teacher or another grown-up you trust.`,
  }),
  apology: (): SystemText => ({
    kind: 'apology',
    body: "Sorry, I can't answer right now. Please try again in a few minutes.",
  }),
  onlyWordsAndPictures: (): SystemText => ({
    kind: 'content',
    body: 'Sorry, I can only read words and pictures. Please write your question to me, or send a picture of it.',
  }),
  pictureLost: (): SystemText => ({
    kind: 'content',
    body: "Sorry, I couldn't open your picture. Please send it again, or write your question in words.",
  }),
  tooManyPictures: (): SystemText => ({
    kind: 'content',
    body: `Sorry, I can look at ${picturesPerDay} pictures a day, and this was more. Please send it again tomorrow, or write your question in words.`,
  }),
  wordsOnly: (): SystemText => ({
    kind: 'content',
    body: "Sorry, I can't read pictures. Please write your question in words.",
  }),
  rejected: (text: string | null): SystemText => ({
    kind: 'rejected',
    body: text ?? "Sorry, I can't help with that. Please ask me something else.",
  }),
};

/** Only for an invitation: other texts would lose words in a card. */
export function createLinkCard(
  kind: string | null,
  expert: string,
  publicUrl: string,
): LinkCard | null {
  const title = `Sign up and connect to chat with ${expert}`;
  return kind === 'invitation' ? { url: publicUrl, title } : null;
}

/** `jane@example.com` → `j•••@example.com` */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}
