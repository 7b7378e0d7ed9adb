import {
  type ChatMessage,
  type ChatModel,
  ModelError,
  type ModelReply,
  type Turn,
} from './model.ts';

/** In characters: a shorter question is never the reason. */
const minCutLength = 500;

/**
 * Halves the history, then the last message, as often as the vendor refuses it by its length.
 * @throws {ModelError}
 */
export async function replyToWhatFits(model: ChatModel, turn: Turn): Promise<ModelReply> {
  try {
    return await model.reply(turn);
  } catch (error) {
    const isTooLong = error instanceof ModelError && error.kind === 'too_long';
    const messages = isTooLong ? halve(turn.messages) : null;
    if (!messages) throw error;
    return replyToWhatFits(model, { ...turn, messages });
  }
}

function halve(messages: ChatMessage[]): ChatMessage[] | null {
  if (messages.length > 1) return messages.slice(Math.ceil(messages.length / 2));
  const [last] = messages;
  if (!last || last.content.length <= minCutLength) return null;
  const content = last.content.slice(0, Math.ceil(last.content.length / 2)).toWellFormed();
  return [{ ...last, content }];
}
