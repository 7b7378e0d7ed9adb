import { generateText, type LanguageModel, type ToolSet } from 'ai';
import { callWithSupportedParameters, readUsage, requireAnswer } from './call.ts';
import { readCitations } from './citations.ts';
import { ModelError, type ModelReply, type Turn } from './model.ts';
import { toModelError } from './to-model-error.ts';

/** @throws {ModelError} */
export async function generateReply(
  model: LanguageModel,
  turn: Turn,
  tools?: ToolSet,
): Promise<ModelReply> {
  try {
    const result = await callWithSupportedParameters(turn, (options) =>
      generateText({ model, ...options, ...(tools && { tools }) }),
    );
    requireAnswer(result);
    const { text: written, sources } = readCitations(result.content);
    const text = withoutThoughts(written);
    const isCut = result.finishReason === 'length';
    if (!/[^\s\p{C}]/u.test(text)) {
      const reason = `finish reason ${result.finishReason}`;
      throw new ModelError(isCut ? 'too_short' : 'empty', reason);
    }
    return { text, sources, isCut, ...readUsage(result) };
  } catch (error) {
    throw toModelError(error);
  }
}

/** Compatible servers may pass on an open model's thoughts, even without an answer. */
function withoutThoughts(text: string): string {
  return text.replace(/^<think>[\s\S]*?(<\/think>|$)/, '').trim();
}
