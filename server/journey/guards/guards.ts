import type { Objection } from '../outcome.ts';
import type { Turn } from '../turn.ts';
import { checkAge, checkKnownChild } from './age.ts';
import { checkAiRequest } from './ai-request.ts';
import { checkAllClear } from './all-clear.ts';
import { checkAnsweredBefore } from './answered-before.ts';
import { checkAutomatic } from './automatic.ts';
import { checkOtherCode, checkRightCode } from './connect-code.ts';
import { checkConnection } from './connection.ts';
import { checkConsent } from './consent.ts';
import { checkContent } from './content.ts';
import { checkCredit } from './credit.ts';
import { checkCrisis } from './crisis.ts';
import { checkEmoji } from './emoji.ts';
import { checkGreeting } from './greeting.ts';
import { checkHandler } from './handler.ts';
import { checkHumanRequest } from './human-request.ts';
import { checkKeyword } from './keyword.ts';
import { checkLikelyStop } from './likely-stop.ts';
import { checkLoop } from './loop.ts';
import { checkMore } from './more.ts';
import { checkNoAnswers } from './no-answers.ts';
import { checkOptOut } from './opted-out.ts';
import { checkPaused } from './paused.ts';
import { checkRevoked } from './revoked.ts';
import { checkSender } from './sender.ts';
import { checkSources } from './sources.ts';
import { checkWindow } from './window.ts';
import { checkWord } from './word.ts';

/** Pure: what it decides depends on the turn alone. */
export type Guard = (turn: Turn) => Objection | null;

/** These answer even a message that is given up. */
const urgentGuards: Guard[] = [
  // First: what can't be texted is asked nothing.
  checkSender,
  checkAutomatic,
  // Before the words: a YES or STOP may answer a question of ours.
  checkConsent,
  checkKeyword,
  checkHumanRequest,
  // Before the loop guard: a repeated cry for help is no machine.
  checkCrisis,
  checkAllClear,
];

/** The first that objects answers instead of the model. */
export const guards: Guard[] = [
  ...urgentGuards,
  checkAnsweredBefore,
  checkAiRequest,
  checkRevoked,
  checkLikelyStop,
  checkEmoji,
  checkAge,
  // Before the loop guard: a flood may be forged in the phone's name, and must not block its right code.
  checkRightCode,
  checkLoop,
  checkOtherCode,
  checkOptOut,
  // Words are answered even while a person answers, and without an account.
  checkWord,
  checkKnownChild,
  checkWindow,
  checkConnection,
  checkGreeting,
  checkMore,
  checkSources,
  // From here on the model would be asked.
  checkHandler,
  checkContent,
  checkPaused,
  checkCredit,
  // Last: a refusal for the credit says what to do.
  checkNoAnswers,
];

export function findUrgentObjection(turn: Turn): Objection | null {
  return findObjection(turn, urgentGuards);
}

export function findObjection(turn: Turn, among = guards): Objection | null {
  for (const guard of among) {
    const objection = guard(turn);
    if (objection) return objection;
  }
  return null;
}
