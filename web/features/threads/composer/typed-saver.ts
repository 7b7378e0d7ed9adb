import type { QueryClient } from '@tanstack/react-query';
import type { TypedReply, TypedText } from '#shared/api/typed.ts';
import { typedMaxLength } from '#shared/limits.ts';
import { secondMs } from '#shared/time.ts';
import { api, currentOf } from '#web/lib/api-client.ts';
import { readAuthToken } from '#web/lib/auth-token.ts';
import { changeThread } from '../known/change-known.ts';

const pauseMs = secondMs;

/**
 * What the page knows to lie on the server; `revision` null: nothing does. `isBehind`: another page has typed since the
 * last key here.
 */
export type Known = { body: string; revision: string | null; isBehind?: boolean };

/** The composer's. */
type Field = { read: () => string; show: (text: string) => void };

const nothing: Known = { body: '', revision: null };

type Place = {
  queries: QueryClient;
  threadId: string;
  /** Outlives a reload. */
  known: { read: () => Known | undefined; save: (known: Known) => void };
};

/** Blank is nothing. */
const wordsOf = (text: string) => (text.trim() === '' ? '' : text);

/** Keeps one conversation's typed text on the server, also after the conversation was left. */
export class TypedSaver {
  readonly #place: Place;
  readonly #token = readAuthToken();
  /** Of this page: a reply that was late must not bring them back. */
  readonly #past = new Set<string>();
  #wanted: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isSaving = false;

  constructor(place: Place) {
    this.#place = place;
  }

  get #known(): Known {
    return this.#place.known.read() ?? nothing;
  }

  #learn(typed: TypedText | null, isBehind = false): void {
    const { revision } = this.#known;
    if (revision !== null && revision !== typed?.revision) this.#past.add(revision);
    this.#place.known.save({ ...(typed ?? nothing), ...(isBehind && { isBehind }) });
  }

  /** Called at each key: these words are the newest. */
  note(text: string): void {
    const { isBehind, ...known } = this.#known;
    if (isBehind) this.#place.known.save(known);
    this.#wanted = wordsOf(text);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), pauseMs);
  }

  /** Takes over what another page has typed, unless other words stand in the field: the next key makes them the newest. */
  adopt(typed: TypedText | null, field: Field): void {
    const known = this.#known;
    const words = wordsOf(field.read());
    const isClean = words === known.body;
    if (this.#isSaving || (typed && this.#past.has(typed.revision))) return;
    if (typed?.revision === known.revision || (!typed && known.revision === null)) {
      // Typed before a reload or while the server was away.
      if (!isClean && !known.isBehind) this.note(words);
    } else if (typed) {
      const isTyping = this.#wanted !== null && this.#wanted !== known.body;
      this.#learn(typed, !isClean && !isTyping && words !== typed.body);
      if (isClean) field.show(typed.body);
    } else if (words === '') this.note('');
    else if (isClean) void this.#confirmGone(words, field);
  }

  /** A list that was read before the words were saved does not have them either: the server knows. */
  async #confirmGone(words: string, field: Field): Promise<void> {
    this.#isSaving = true;
    const reply = await this.#put(words, this.#known.revision).catch(currentOf<TypedReply>);
    this.#isSaving = false;
    if (!reply) return;
    this.#learn(reply.typed);
    if (wordsOf(field.read()) === words) field.show(reply.typed?.body ?? '');
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    const body = this.#wanted;
    const { body: saved, revision: basedOn } = this.#known;
    const isDue = body !== null && body !== saved && body.length <= typedMaxLength;
    if (!isDue || this.#isSaving || readAuthToken() !== this.#token) return;
    this.#isSaving = true;
    const isRefused = await this.#save(body, basedOn);
    this.#isSaving = false;
    if (this.#wanted !== null && (isRefused || this.#wanted !== body)) void this.flush();
  }

  /** @returns whether the server refused because it has other words, or none. */
  async #save(body: string, basedOn: string | null): Promise<boolean> {
    try {
      const { typed } = await this.#put(body, basedOn);
      this.#learn(typed);
      changeThread(this.#place.queries, this.#place.threadId, { typed });
      return false;
    } catch (error) {
      const current = currentOf<TypedReply>(error);
      if (current) this.#learn(current.typed, current.typed !== null);
      // The words are still in this tab, and the next key tries again. If the server has none, what they were based on
      // was sent, so these are the newest.
      if (!current || current.typed) this.#wanted = null;
      return current !== null;
    }
  }

  #put(body: string, basedOn: string | null): Promise<TypedReply> {
    return api.put<TypedReply>(`/api/threads/${this.#place.threadId}/typed`, { body, basedOn });
  }
}
