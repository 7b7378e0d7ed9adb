import { generateText, type LanguageModel, Output } from 'ai';
import { z } from 'zod';
import { adapting, isRefusedFor, refuseUnfit, tokensOf, translated } from './call.ts';
import { ModelError, type ModelVerdict, type Turn } from './model.ts';

const verdict = z.object({
  allow: z.boolean().describe('Whether the message may be answered.'),
  reason: z.string().describe('Why, in one short sentence.'),
});

/** Asks for a verdict on the last message. What is no clear yes or no is a failure, never a yes. */
export async function judge(model: LanguageModel, turn: Turn): Promise<ModelVerdict> {
  try {
    return await judgeByShape(model, turn).catch((error) => {
      if (!isRefusedFor(error, shapeNames)) throw error;
      return judgeByWord(model, turn);
    });
  } catch (error) {
    throw translated(error);
  }
}

async function judgeByShape(model: LanguageModel, turn: Turn): Promise<ModelVerdict> {
  const output = Output.object({ schema: verdict, name: 'verdict' });
  const result = await adapting(turn, (options) => generateText({ model, ...options, output }));
  refuseUnfit(result);
  const { allow, reason } = result.output;
  return { isAllowed: allow, reason, tokens: tokensOf(result.usage) };
}

/** How vendors and compatible servers name the shape that they can't give. */
const shapeNames =
  /response_?format|json_?schema|response_?(json_?)?schema|structured|text\.format|output_(format|config)/i;

const wordRule =
  'Do not answer the message. Say whether it may be answered: one line that begins with ALLOW or REJECT, a colon, and why in one short sentence.';
const wordAnswer = /^(ALLOW|REJECT):\s*(\S[^\n]*)$/;

/** For servers that take no schema: one line of a fixed form. */
async function judgeByWord(model: LanguageModel, turn: Turn): Promise<ModelVerdict> {
  const instructions = `${turn.instructions}\n\n${wordRule}`;
  const result = await adapting({ ...turn, instructions }, (options) =>
    generateText({ model, ...options }),
  );
  refuseUnfit(result);
  const [, word, reason] = wordAnswer.exec(result.text.trim()) ?? [];
  if (!word || !reason) throw new ModelError('no_verdict', result.text.slice(0, 200));
  return { isAllowed: word === 'ALLOW', reason, tokens: tokensOf(result.usage) };
}
