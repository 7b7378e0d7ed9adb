import { generateText, type LanguageModel, type ToolSet } from 'ai';
import { adapting, factsOf, refuseUnfit } from './call.ts';
import { readCited } from './citations.ts';
import { ModelError, type ModelReply, type Turn } from './model.ts';
import { translated } from './translate.ts';

/** Asks any model of the AI SDK once, and translates whatever goes wrong. */
export async function ask(model: LanguageModel, turn: Turn, tools?: ToolSet): Promise<ModelReply> {
  try {
    const result = await adapting(turn, (options) =>
      generateText({ model, ...options, ...(tools && { tools }) }),
    );
    refuseUnfit(result);
    const { text: written, sources } = readCited(result.content);
    const text = withoutThoughts(written);
    const isCut = result.finishReason === 'length';
    if (!/[^\s\p{C}]/u.test(text)) {
      const reason = `finish reason ${result.finishReason}`;
      throw new ModelError(isCut ? 'too_short' : 'empty', reason);
    }
    return { text, sources, isCut, ...factsOf(result) };
  } catch (error) {
    throw translated(error);
  }
}

/** Compatible servers may hand on what an open model thinks before it answers, which may be all that it does. */
function withoutThoughts(text: string): string {
  return text.replace(/^<think>[\s\S]*?(<\/think>|$)/, '').trim();
}
