import type { TestApp } from './runtime.ts';

export async function followEvents(
  { runtime }: TestApp,
  token: string,
  others: Record<string, string> = {},
) {
  const aborter = new AbortController();
  const { headers, body } = await fetch(`${runtime.config.publicUrl}/api/events`, {
    headers: { ...others, authorization: `Bearer ${token}` },
    signal: aborter.signal,
  });
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = '';
  return {
    headers,
    /** Null at the end. */
    async next(): Promise<unknown> {
      for (;;) {
        const event = /^data: (.*)\n\n/m.exec(buffer);
        if (event) {
          buffer = buffer.slice(event.index + event[0].length);
          return JSON.parse(event[1] as string);
        }
        const read = await reader?.read();
        if (!read || read.done) return null;
        buffer += read.value;
      }
    },
    unread: () => buffer,
    stop: () => aborter.abort(),
  };
}
