import type { ModelMessage } from 'ai';
import { readsPictures } from '#shared/ai-models.ts';
import type { AiProviderKey } from '#shared/ai-providers.ts';
import { type ChatMessage, type ChatModel, ModelError, type Turn } from './model.ts';

/** Google and some open models refuse a conversation that the assistant begins. */
const opening: ModelMessage = { role: 'user', content: '(You write first.)' };

export function toModelMessages(messages: ChatMessage[]): ModelMessage[] {
  const converted = messages.map(toModelMessage);
  return converted[0]?.role === 'assistant' ? [opening, ...converted] : converted;
}

function toModelMessage({ role, content, pictures = [] }: ChatMessage): ModelMessage {
  if (role === 'assistant' || pictures.length === 0) return { role, content };
  const text = content.trim() === '' ? [] : [{ type: 'text' as const, text: content }];
  const files = pictures.map((data) => ({
    type: 'file' as const,
    data,
    mediaType: 'image/webp',
  }));
  return { role, content: [...text, ...files] };
}

/**
 * A model without vision drops earlier pictures. It does not answer a question with a picture, because it would miss
 * the point.
 */
export function withVision(key: AiProviderKey, model: ChatModel): ChatModel {
  async function callWithVision<Result>(
    turn: Turn,
    call: (turn: Turn) => Promise<Result>,
  ): Promise<Result> {
    if (!turn.messages.some(hasPictures)) return call(turn);
    const { model: name } = turn.settings;
    const isAboutPictures = listUnanswered(turn).some(hasPictures);
    if (!readsPictures(key, name)) {
      if (isAboutPictures) throw new ModelError('no_pictures', name);
      return call(withoutPictures(turn));
    }
    try {
      return await call(turn);
    } catch (error) {
      if (!refusesPictures(error)) throw error;
      if (isAboutPictures) throw new ModelError('no_pictures', error.detail);
      return call(withoutPictures(turn));
    }
  }
  return {
    ...model,
    reply: (turn) => callWithVision(turn, model.reply),
    validate: (turn) => callWithVision(turn, model.validate),
  };
}

/** Several after a burst. */
function listUnanswered({ messages }: Turn): ChatMessage[] {
  return messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1);
}

const hasPictures = ({ pictures = [] }: ChatMessage) => pictures.length > 0;

function withoutPictures(turn: Turn): Turn {
  const messages = turn.messages.map(({ role, content, pictures }) => ({
    role,
    content: pictures && content.trim() === '' ? '[Picture]' : content,
  }));
  return { ...turn, messages };
}

/** Vendors answer 400 and mention pictures. */
function refusesPictures(error: unknown): error is ModelError {
  if (!(error instanceof ModelError) || error.kind !== 'bad_request') return false;
  return error.isAboutPictures;
}
