/** Chat Completions omits the event name. */
export type Frame = { event?: string; data: string };

export function splitForStream(text: string): string[] {
  return text.match(/(?:\S+\s*){1,3}|\s+/g) ?? [];
}

export function writeFrame({ event, data }: Frame): string {
  return `${event ? `event: ${event}\n` : ''}data: ${data}\n\n`;
}
