import type { ModelMessage } from 'ai';
import { readsPictures } from '#shared/ai-models.ts';
import type { AiProviderKey } from '#shared/ai-providers.ts';
import { type ChatModel, ModelError, type Said, type Turn } from './model.ts';

/** Google and servers with an open model's template refuse a conversation that a person has not begun. */
const opening: ModelMessage = { role: 'user', content: '(You write first.)' };

/** As the AI SDK wants a conversation: pictures stand behind the words they came with. */
export function toModelMessages(messages: Said[]): ModelMessage[] {
  const said = messages.map(toModelMessage);
  return said[0]?.role === 'assistant' ? [opening, ...said] : said;
}

function toModelMessage({ role, content, pictures = [] }: Said): ModelMessage {
  if (role === 'assistant' || pictures.length === 0) return { role, content };
  const words = content.trim() === '' ? [] : [{ type: 'text' as const, text: content }];
  const shown = pictures.map((data) => ({
    type: 'file' as const,
    data,
    mediaType: 'image/webp',
  }));
  return { role, content: [...words, ...shown] };
}

/**
 * A model that is shown pictures only if it can see. A question that comes with one is then not answered at all,
 * rather than past it; pictures from earlier in the conversation are left out.
 */
export function seeing(key: AiProviderKey, model: ChatModel): ChatModel {
  async function shown<Result>(turn: Turn, ask: (turn: Turn) => Promise<Result>): Promise<Result> {
    if (!turn.messages.some(hasPictures)) return ask(turn);
    const { model: name } = turn.settings;
    const isAboutPictures = questionOf(turn).some(hasPictures);
    if (!readsPictures(key, name)) {
      if (isAboutPictures) throw new ModelError('no_pictures', name);
      return ask(withoutPictures(turn));
    }
    try {
      return await ask(turn);
    } catch (error) {
      if (!refusesPictures(error)) throw error;
      if (isAboutPictures) throw new ModelError('no_pictures', error.detail);
      return ask(withoutPictures(turn));
    }
  }
  return {
    ...model,
    reply: (turn) => shown(turn, (each) => model.reply(each)),
    judge: (turn) => shown(turn, (each) => model.judge(each)),
  };
}

/** What has no answer yet: of a burst, several texts. */
function questionOf({ messages }: Turn): Said[] {
  return messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1);
}

const hasPictures = ({ pictures = [] }: Said) => pictures.length > 0;

function withoutPictures(turn: Turn): Turn {
  const messages = turn.messages.map(({ role, content, pictures }) => ({
    role,
    content: pictures && content.trim() === '' ? '[Picture]' : content,
  }));
  return { ...turn, messages };
}

/** Vendors refuse a picture with a 400 that names it: "does not support image input", "image_url is only …". */
function refusesPictures(error: unknown): error is ModelError {
  if (!(error instanceof ModelError) || error.kind !== 'bad_request') return false;
  return /image|vision|multimodal|content must be a string/i.test(error.detail);
}
