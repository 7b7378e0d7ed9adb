import { type ExpertWords, listWords, type WordKey, wordKeys } from '#shared/expert-words.ts';
import { countSmsSegments, fitSegment } from '#shared/sms.ts';
import { type Answering, hideNumber, type SystemText } from './system-texts.ts';

/** Letters outside the GSM alphabet are replaced in the names. */
export type Speaker = { name: string; business: string; words: ExpertWords };

const nameless = { expert: 'this expert', business: 'this site' };

export type Balance =
  | { kind: 'none' }
  | { kind: 'unlimited'; until: Date }
  | { kind: 'credits'; left: number; granted: number };

const offers: Record<WordKey, string> = {
  menu: 'this list',
  balance: 'messages left',
  plans: 'prices',
  who: 'who answers',
  human: 'a person',
  forget: 'delete all',
};

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** Free, and one segment each, however long the names are. */
export const wordTexts = {
  menu: ({ name, words }: Speaker): SystemText => {
    const used = listWords(words);
    const listed = wordKeys.flatMap((key) => {
      const word = used[key];
      return word && key !== 'menu' ? [{ word, offer: offers[key] }] : [];
    });
    const write = (list: string) =>
      fitSegment(
        [name],
        (shown) =>
          `Ask ${shown || nameless.expert} anything. ${list}HELP: help. STOP: no more texts.`,
      );
    const full = write(listed.map(({ word, offer }) => `${word}: ${offer}. `).join(''));
    const isFitting = countSmsSegments(full).segments === 1;
    return answer(isFitting ? full : write(listed.map(({ word }) => `${word}. `).join('')));
  },
  balance: (balance: Balance, publicUrl: string): SystemText =>
    answer(`${describeBalance(balance)} ${publicUrl}${balance.kind === 'none' ? '' : plansPath}`),
  plans: (publicUrl: string): SystemText =>
    answer(`Plans, prices and what you have: ${publicUrl}${plansPath}`),
  limit: (): SystemText => ({
    kind: 'limit',
    body: "I've answered many words like MENU in the last hour, so these rest for a while. Your questions are answered as always.",
  }),
  who: (speaker: Speaker): SystemText => answer(sayWho(speaker)),
  /** Also answers "Are you human?" while a person answers. */
  personNow: ({ name, business }: Speaker): SystemText =>
    answer(
      fitSegment(
        [business, name],
        (from, expert) =>
          `A person from ${from || nameless.business} answers here now. Before that it was ${expert || nameless.expert}, an AI.`,
      ),
    ),
  /** The team has been told, and no one has come yet. */
  aiIsOff: ({ name, business }: Speaker): SystemText =>
    answer(
      fitSegment(
        [business, name],
        (from, expert) =>
          `You wrote with ${expert || nameless.expert}, an AI from ${from || nameless.business}. It is off here now: the team has been told, and no person has answered yet.`,
      ),
    ),
  /** After a crisis, where no account of the team exists. */
  aiHasPaused: ({ name, business }: Speaker): SystemText =>
    answer(
      fitSegment(
        [business, name],
        (from, expert) =>
          `You wrote with ${expert || nameless.expert}, an AI from ${from || nameless.business}. It has paused here for now, and no person reads along.`,
      ),
    ),
  /** @param answering null without opening hours. */
  human: ({ name }: Speaker, answering: Answering): SystemText => ({
    kind: 'asked',
    body: fitSegment(
      [name],
      (expert) =>
        `Of course. We've told the team behind ${expert || nameless.expert}: ${
          answering && !answering.isOpen
            ? `a person is back ${answering.when} and will answer you here.`
            : `a person will answer you here ${answering?.when ?? 'as soon as they can'}.`
        } Text AI to go back${expert ? ` to ${expert}` : ''}.`,
    ),
  }),
  backToAi: ({ name, words }: Speaker): SystemText => {
    const { human } = listWords(words);
    return answer(
      fitSegment(
        [name],
        (expert) =>
          `You're back with ${expert || nameless.expert}, an AI.${human ? ` Text ${human} to reach a person.` : ''}`,
      ),
    );
  },
  /** Where no account of the team exists. */
  noPerson: ({ name }: Speaker): SystemText => ({
    kind: 'asked',
    body: fitSegment(
      [name],
      (expert) =>
        `No person can be reached here. ${expert || nameless.expert} is an AI and goes on answering.`,
    ),
  }),
  /** Without an account nothing is handed over. */
  humanForStranger: ({ name }: Speaker): SystemText => ({
    kind: 'asked',
    body: fitSegment(
      [name],
      (expert) =>
        `We've told the team behind ${expert || nameless.expert} that you ask for a person. If one can answer, it will be here.`,
    ),
  }),
  forgetAccount: (number: string): SystemText =>
    hideNumber(
      number,
      'forget',
      (shown) =>
        `Delete your account, all your texts and any plan, for good and without refund? Reply FORGET ${shown} within 10 minutes. Any other text keeps them.`,
    ),
  forgetNumber: ({ name }: Speaker, number: string): SystemText =>
    hideNumber(number, 'forget', (shown) =>
      fitSegment(
        [name],
        (expert) =>
          `Delete all that this number and ${expert || nameless.expert} have texted, for good? Reply FORGET ${shown} within 10 minutes. Any other text keeps it.`,
      ),
    ),
  /** After a YES. */
  forgetAgain: (number: string): SystemText =>
    hideNumber(
      number,
      'forget-again',
      (shown) =>
        `A YES alone deletes nothing. To delete everything, reply FORGET ${shown} within 10 minutes. Any other text keeps it.`,
    ),
  forgetTomorrow: (publicUrl: string): SystemText => ({
    kind: 'limit',
    body: `You have asked to delete everything several times today. Ask again tomorrow, or sign in and delete your account: ${publicUrl}/user/settings`,
  }),
  forgetInSettings: (publicUrl: string): SystemText =>
    answer(`You can delete your account in Settings: ${publicUrl}/user/settings`),
  forgetStaff: (): SystemText =>
    answer("A team member's account can't be deleted by text. Please ask an admin."),
  forgetTooLate: (word: string): SystemText =>
    answer(`That came too late, so nothing is deleted. Text ${word} to be asked again.`),
  forgetWrong: (word: string): SystemText =>
    answer(
      `That isn't the number from our last text, so nothing is deleted. Text ${word} to be asked again.`,
    ),
  /** It is not stored. */
  forgotten: 'Done: everything is deleted. If you text again, it is a new conversation.',
};

const plansPath = '/user/subscription';

function answer(body: string): SystemText {
  return { kind: 'word', body };
}

function describeBalance(balance: Balance): string {
  switch (balance.kind) {
    case 'none':
      return 'This number has no account here yet, so there are no messages. Sign up at';
    case 'unlimited':
      return `You have unlimited messages until ${day.format(balance.until)}. Your plan:`;
    case 'credits':
      return `You have ${balance.left} of ${balance.granted} messages left. Plans:`;
  }
}

function sayWho({ name, business, words }: Speaker): string {
  const { human } = listWords(words);
  return fitSegment(
    [name, business],
    (expert, from) =>
      `I'm ${expert || nameless.expert}, an AI from ${from || nameless.business}. Not a person.${human ? ` Text ${human} to reach one.` : ''}`,
  );
}
