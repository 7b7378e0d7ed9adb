import { generateText, type LanguageModel, type ToolSet } from 'ai';
import { adapting, refuseUnfit, tokensOf, translated } from './call.ts';
import { readCited } from './citations.ts';
import { ModelError, type ModelReply, type Turn } from './model.ts';

/** Asks any model of the AI SDK once, and translates whatever goes wrong. */
export async function ask(model: LanguageModel, turn: Turn, tools?: ToolSet): Promise<ModelReply> {
  try {
    const result = await adapting(turn, (options) =>
      generateText({ model, ...options, ...(tools && { tools }) }),
    );
    refuseUnfit(result);
    const { text, sources } = readCited(result.content);
    const isCut = result.finishReason === 'length';
    if (text === '') {
      const reason = `finish reason ${result.finishReason}`;
      throw new ModelError(isCut ? 'too_short' : 'empty', reason);
    }
    const { usage, response } = result;
    return { text, sources, isCut, model: response.modelId, tokens: tokensOf(usage) };
  } catch (error) {
    throw translated(error);
  }
}
