import {
  type FinishReason,
  generateText,
  type LanguageModel,
  NoOutputGeneratedError,
  Output,
} from 'ai';
import { z } from 'zod';
import { adapting, factsOf, refuseUnfit } from './call.ts';
import type { ModelVerdict, Turn } from './model.ts';
import { isRefusedFor, translated, withoutVerdict } from './translate.ts';

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
  const { allow, reason } = outputOf(result);
  return { isAllowed: allow, reason, ...factsOf(result) };
}

type Shaped = { output: z.infer<typeof verdict>; finishReason: FinishReason; text: string };

/** The SDK reads no shape from an answer that was cut, and tells when it is asked for it. */
function outputOf(result: Shaped): Shaped['output'] {
  try {
    return result.output;
  } catch (error) {
    throw NoOutputGeneratedError.isInstance(error) ? withoutVerdict(result) : error;
  }
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
  if (!word || !reason) throw withoutVerdict(result);
  return { isAllowed: word === 'ALLOW', reason, ...factsOf(result) };
}
