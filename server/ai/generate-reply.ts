import type { ToolSet } from 'ai';
import { callWithSupportedParameters, requireAnswer } from './call.ts';
import { readCitations } from './citations.ts';
import { ModelError, type ModelReply, type Turn } from './model.ts';
import { type SdkModel, toPrompt } from './prompt.ts';
import { withoutReasoning } from './reasoning/without-reasoning.ts';
import { toModelError } from './to-model-error.ts';

/**
 * Calls the SDK's model directly: `generateText` would double the CPU of a reply.
 * @throws {ModelError}
 */
export async function generateReply(
  model: SdkModel,
  turn: Turn,
  tools: ToolSet = {},
): Promise<ModelReply> {
  try {
    const result = await callWithSupportedParameters(
      turn,
      async ({ instructions, messages: _, maxRetries: _none, ...options }) =>
        model.doGenerate({
          ...options,
          prompt: toPrompt(instructions, turn.messages),
          tools: Object.entries(tools).map(toProviderTool),
        }),
    );
    const { unified: finishReason, raw: rawFinishReason } = result.finishReason;
    requireAnswer({ finishReason, rawFinishReason });
    const { text: written, sources } = readCitations(result.content);
    const text = withoutReasoning(written);
    const isCut = finishReason === 'length';
    if (!/[^\s\p{C}]/u.test(text)) {
      throw new ModelError(isCut ? 'too_short' : 'empty', `finish reason ${finishReason}`);
    }
    const { inputTokens, outputTokens } = result.usage;
    const tokens = { input: inputTokens.total ?? null, output: outputTokens.total ?? null };
    return { text, sources, isCut, tokens, model: result.response?.modelId ?? model.modelId };
  } catch (error) {
    throw toModelError(error);
  }
}

function toProviderTool([name, tool]: [string, ToolSet[string]]) {
  if (tool.type !== 'provider') throw new Error(`${name} is not a tool of the vendor's own`);
  return { type: 'provider' as const, name, id: tool.id, args: tool.args };
}
