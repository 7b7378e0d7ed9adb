import { randomBytes } from 'node:crypto';
import type { Completion } from '../openai/limits.ts';
import type { ModelRequest } from '../openai/request.ts';
import { type Frame, splitForStream } from '../openai/stream.ts';

const finishReasons = { stop: 'STOP', length: 'MAX_TOKENS', refusal: 'SAFETY' } as const;

export function showContent({ model }: ModelRequest, { text, finish, usage }: Completion) {
  // Google omits a blocked answer.
  const parts = text && finish !== 'refusal' ? [{ text }] : [];
  return {
    candidates: [
      { content: { parts, role: 'model' }, finishReason: finishReasons[finish], index: 0 },
    ],
    usageMetadata: {
      promptTokenCount: usage.input,
      candidatesTokenCount: usage.output,
      totalTokenCount: usage.input + usage.output,
    },
    modelVersion: model,
    responseId: randomBytes(12).toString('base64url'),
  };
}

export function streamContent(call: ModelRequest, completion: Completion): Frame[] {
  const { modelVersion, responseId, ...last } = showContent(call, completion);
  const isShown = completion.finish !== 'refusal';
  const pieces = (isShown ? splitForStream(completion.text) : []).map((text) => ({
    candidates: [{ content: { parts: [{ text }], role: 'model' }, index: 0 }],
  }));
  const end = {
    ...last,
    candidates: last.candidates.map((candidate) => ({
      ...candidate,
      content: { parts: [], role: 'model' },
    })),
  };
  return [...pieces, end].map((piece) => ({
    data: JSON.stringify({ ...piece, modelVersion, responseId }),
  }));
}
