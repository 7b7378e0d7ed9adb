import type { LinkCard } from '#server/channels/channel.ts';
import { picturesPerDay, productName } from '#shared/limits.ts';
import { fitSegment, spellInGsm7 } from '#shared/sms.ts';

/**
 * `keyword` texts have no limits, `notice` texts those of server/people/owner/owner-notices-store.ts; for the others see
 * `mayTextThread` and `mayAnswerThread`.
 */
export type SystemText = {
  kind:
    | 'keyword'
    | 'connected'
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
    | 'unreadable'
    | 'rejected'
    | 'no-answer'
    | 'late-answer'
    | 'code'
    | 'crisis'
    | 'all-clear'
    | 'age'
    | 'reset'
    | 'notice'
    | 'word'
    | 'forget'
    | 'forget-again'
    | 'move'
    | 'move-again'
    | 'stopping'
    | 'unclear'
    | 'loop'
    | 'limit';
  body: string;
  /** What the thread shows instead. */
  shownBody?: string;
  ignoresOptOut?: boolean;
};

/** Once a day each; unasked ones five a month in all. */
export const limitedKinds = [
  'question',
  'unclear',
  'invitation',
  'paused',
  'credit',
  'low',
  'welcome',
  'human',
];
/** A YES answers these. */
export const questionKinds = ['question', 'unclear'];
/** Once a day each, beside the five a month. */
export const dailyKinds = ['stopping', 'age', 'unreadable'];
/** About the account, so only one expert sends it. */
export const accountKinds = ['credit', 'low'];
export const monthlyLimit = 5;

/** Whether a person answers now, and until or from when. */
export type Answering = { isOpen: boolean; when: string } | null;

export const systemTexts = {
  question: (expert: string, maskedEmail: string): SystemText => ({
    kind: 'question',
    body: fitSegment(
      [expert],
      (name) =>
        `${productName}: Reply YES to chat with ${name} as ${maskedEmail}. Msg & data rates may apply. Reply STOP to opt out, HELP for help.`,
    ),
  }),
  /** After an answer that is neither. */
  unclearAnswer: (expert: string, maskedEmail: string): SystemText => ({
    kind: 'unclear',
    body: `Sorry, I didn't get that. Reply just YES to chat with ${expert} as ${maskedEmail}, NO if that isn't you, or STOP for no more texts.`,
  }),
  /** Only a code tells apart accounts that our question would name alike. */
  codeInstead: (
    kind: 'unclear' | 'keyword',
    maskedEmail: string,
    publicUrl: string,
  ): SystemText => ({
    kind,
    body: `More than one account reads as ${maskedEmail}, so a YES connects none. Instead text the code that you get under Connect Now at ${publicUrl}/user/experts.`,
  }),
  questionOver: (publicUrl: string): SystemText => ({
    kind: 'keyword',
    body: `Our question is more than a day old, so your YES connected nothing. To connect this phone, sign in at ${publicUrl} and ask for it again.`,
  }),
  declined: (expert: string): SystemText => ({
    kind: 'keyword',
    body: fitSegment(
      [expert],
      (name) => `OK, this number is not connected to ${name}. Reply STOP for no more texts.`,
    ),
  }),
  stopQuestion: (expert: string): SystemText => ({
    kind: 'stopping',
    body: fitSegment(
      [expert],
      (name) => `Stop all texts from ${name}? Reply STOP. If not, just go on writing.`,
    ),
  }),
  stopDeclined: (expert: string): SystemText => ({
    kind: 'keyword',
    body: fitSegment([expert], (name) => `OK, ${name} goes on answering. Just text your question.`),
  }),
  pausedForEcho: (): SystemText => ({
    kind: 'loop',
    body: "I've paused, because the same text came again and again, as from a machine. Write something else to go on.",
  }),
  pausedForFlood: (most: number): SystemText => ({
    kind: 'loop',
    body: `I've paused, because more than ${most} texts came in 10 minutes. Wait a few minutes, then write again.`,
  }),
  invitation: (expert: string, publicUrl: string): SystemText => ({
    kind: 'invitation',
    body: fitSegment(
      [expert],
      (name) =>
        `${productName}: To chat with ${name}, sign up at ${publicUrl} and connect this number. Reply STOP to opt out, HELP for help.`,
    ),
  }),
  /** Where a business may not write first. */
  invitationToCode: (expert: string, publicUrl: string): SystemText => ({
    kind: 'invitation',
    body: `${productName}: To chat with ${expert}, sign up at ${publicUrl}, choose Connect Now and send the code you get there. Reply STOP to opt out, HELP for help.`,
  }),
  wrongCode: (publicUrl: string): SystemText => ({
    kind: 'code',
    body: `That code is wrong or too old: a code works once, for 15 minutes. Get a new one at ${publicUrl}/user/experts and send it here.`,
  }),
  /** One segment where PUBLIC_URL leaves room. */
  resetCode: (code: string, link: string): SystemText & { shownBody: string } => {
    const write = (shown: string, way: string) =>
      `Your ${productName} code is ${shown}. It works for 10 minutes, this link for a day: ${way} Don't share them.`;
    return { kind: 'reset', body: write(code, link), shownBody: write('••••••', '••••••') };
  },
  trialUsed: (publicUrl: string): SystemText => ({
    kind: 'keyword',
    body: `This phone has already had its free trial, with another account. Choose a plan, then connect again: ${publicUrl}/user/subscription`,
  }),
  /** The YES or the code may have been sent by another in this phone's name, and so may a NO. */
  connected: (expert: string, maskedEmail: string, number: string): SystemText => {
    const body = fitSegment(
      [expert],
      (name) =>
        `You're connected with ${name} as ${maskedEmail}. Not you? Reply NO ${number}. Just text your question. Reply STOP to opt out, HELP for help.`,
    );
    return { kind: 'connected', body, shownBody: body.replace(number, '•••• ••••') };
  },
  /** After a NO alone. */
  leaveByNumber: (): SystemText => ({
    kind: 'keyword',
    body: "A NO alone changes nothing. If that account isn't yours, reply NO with the number from our text before.",
  }),
  /** To a phone that another account has proved, whose thread shows neither number nor email. */
  move: (maskedEmail: string, number: string): SystemText => {
    const say = (account: string, shown: string) =>
      `This number is with another account. To move it to ${account} reply ${shown} within 10 minutes. If that isn't you, ignore this text.`;
    return {
      kind: 'move',
      body: say(maskedEmail, number),
      shownBody: say('a new one', '•••• ••••'),
    };
  },
  /** After a YES. */
  moveByNumber: (): SystemText => ({
    kind: 'move-again',
    body: 'A YES alone moves nothing. To move this phone to the other account, reply with the number from our last text.',
  }),
  moveFailed: (publicUrl: string): SystemText => ({
    kind: 'code',
    body: `That number is wrong or too old, so nothing has moved. To try again, choose Connect Now at ${publicUrl}/user/experts.`,
  }),
  notMoved: (): SystemText => ({
    kind: 'keyword',
    body: 'OK, nothing has moved: this phone stays with its account. Reply STOP for no more texts.',
  }),
  moved: (expert: string, maskedEmail: string): SystemText => ({
    kind: 'keyword',
    body: `You're connected with ${expert} as ${maskedEmail}. This number has left its earlier account. Reply STOP to opt out, HELP for help.`,
  }),
  alreadyConnected: (expert: string): SystemText => ({
    kind: 'code',
    body: `You're already connected with ${expert}. Just send your question here. Reply STOP to opt out, HELP for help.`,
  }),
  /** The first text to a phone that another expert's question has verified. */
  welcome: (expert: string): SystemText => ({
    kind: 'welcome',
    body: fitSegment(
      [expert],
      (name) =>
        `${productName}: You're connected with ${name}. Just send your question here. Msg & data rates may apply. Reply STOP to opt out, HELP for help.`,
    ),
  }),
  optedOut: (expert: string): SystemText => ({
    kind: 'keyword',
    body: fitSegment(
      [expert],
      (name) =>
        `${productName}: You get no more texts from ${name}. Reply START to get them again, or STOPALL to stop texts from all our experts.`,
    ),
    ignoresOptOut: true,
  }),
  optedOutOfAll: (expert: string): SystemText => ({
    kind: 'keyword',
    body: fitSegment(
      [expert],
      (name) =>
        `${productName}: You get no more texts from any of our experts. Reply START to hear from ${name} again.`,
    ),
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
  /** After a crisis, where no account of the team exists. */
  aiHasPaused: (expert: string): SystemText => ({
    kind: 'human',
    body: fitSegment([expert], (name) => `${name} has paused here for now.`),
  }),
  /** @param options.isTeamTold false where no account of the team exists: no one could be told. */
  crisis: (
    expert: string,
    numbers: string,
    { ownLine, isTeamTold }: { ownLine: string | null; isTeamTold: boolean },
  ): SystemText => ({
    kind: 'crisis',
    body: [
      `You matter, and you deserve a person's help now. ${numbers}`,
      // A letter outside GSM-7 would triple the segments.
      ...(isTeamTold
        ? [`The people behind ${spellInGsm7(expert) || 'this expert'} have been told.`]
        : []),
      'The AI has paused for now.',
      ...(ownLine ? [ownLine] : []),
    ].join(' '),
  }),
  /** @param line names the helpline. */
  allClear: (expert: string, line: string): SystemText => ({
    kind: 'all-clear',
    body: fitSegment(
      [expert],
      (name) => `Good to hear. ${name} answers again. If you ever need someone: ${line}.`,
    ),
  }),
  tooYoung: (expert: string): SystemText => ({
    kind: 'age',
    body: `Thank you for telling us. ${expert} is only for people of 13 and older, so it can't go on chatting with you. Please ask a parent, a teacher or another grown-up you trust.`,
  }),
  apology: (): SystemText => ({
    kind: 'apology',
    body: "Sorry, I can't answer right now. Please try again in a few minutes.",
  }),
  /**
   * Of an expert that answers from its sources alone.
   * @param text its own.
   * @param human its word for a person; null without a team.
   */
  noAnswer: (text: string | null, human: string | null): SystemText => ({
    kind: 'no-answer',
    body: [
      text ?? "Sorry, I don't find that in what I've been given to know.",
      ...(human ? [`Text ${human} to ask a person.`] : []),
    ].join(' '),
  }),
  tooManyNoAnswers: (human: string | null): SystemText => ({
    kind: 'limit',
    body: [
      "I haven't found an answer to your last questions. Please ask again in an hour.",
      ...(human ? [`Text ${human} to ask a person.`] : []),
    ].join(' '),
  }),
  /** By the team, to a question that was asked before. */
  lateAnswer: (question: string, answer: string): SystemText => ({
    kind: 'late-answer',
    body: `You asked: "${question}"\n\n${answer}`,
  }),
  /** @param link of a page; at most one, because carriers distrust more. */
  sources: (titles: string[], link: string | null): SystemText => ({
    kind: 'word',
    body: `My last answer is from: ${titles.join('; ')}.${link ? ` ${link}` : ''}`,
  }),
  refusedByModel: (): SystemText => ({
    kind: 'rejected',
    body: "I can't help with that one. Ask me something else.",
  }),
  tooLong: (): SystemText => ({
    kind: 'content',
    body: "Sorry, that's more than I can read at once. Please send it in shorter pieces.",
  }),
  onlyWordsAndPictures: (): SystemText => ({
    kind: 'unreadable',
    body: 'Sorry, I can only read words and pictures. Please write your question to me, or send a picture of it.',
  }),
  pictureLost: (): SystemText => ({
    kind: 'content',
    body: "Sorry, I couldn't open your picture. Please send it again, or write your question in words.",
  }),
  textLost: (): SystemText => ({
    kind: 'content',
    body: "Sorry, your text couldn't be loaded. Please send it again.",
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

/** The thread shows dots: admins and open sessions read it, and must not confirm for the phone. */
export function hideNumber(
  number: string,
  kind: SystemText['kind'],
  write: (shown: string) => string,
): SystemText & { shownBody: string } {
  return { kind, body: write(number), shownBody: write(number.replaceAll(/\w/g, '•')) };
}

/** Only for an invitation: other texts would lose words in a card. */
export function createLinkCard(
  kind: string | null,
  expert: string,
  publicUrl: string,
): LinkCard | null {
  const title = `Sign up and connect to chat with ${expert}`;
  return kind === 'invitation' ? { url: publicUrl, title } : null;
}

/** `jane@example.com` → `j***@example.com` */
export function maskEmail(email: string): string {
  return withMask(email, '***');
}

/** In characters. Leaves room for an expert's name in a text of one segment. */
const maxMaskedLength = 32;

/** One letter outside GSM-7 would double a text's segments. */
export function maskEmailForText(email: string): string {
  const masked = spellInGsm7(maskEmail(email));
  return masked.length <= maxMaskedLength ? masked : `${masked.slice(0, maxMaskedLength - 3)}...`;
}

/** How a question names its account; texts before November 2026 had dots. */
export function listQuestionEndings(email: string): string[] {
  return [maskEmailForText(email), withMask(email, '•••')].map((masked) => ` as ${masked}.`);
}

function withMask(email: string, mask: string): string {
  return `${email.slice(0, 1)}${mask}${email.slice(email.lastIndexOf('@'))}`;
}
