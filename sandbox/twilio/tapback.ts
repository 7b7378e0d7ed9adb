const marks: Record<string, [added: string, removed: string]> = {
  '👍': ['Liked', 'a like'],
  '❤️': ['Loved', 'a heart'],
  '😂': ['Laughed at', 'a laugh'],
};

/** The text that an iPhone writes to a number instead of a reaction. */
export function toTapback(
  emoji: string,
  { body, reaction }: { body: string; reaction: string | null },
): string {
  const quote = `“${body}”`;
  if (emoji) return marks[emoji] ? `${marks[emoji][0]} ${quote}` : `Reacted ${emoji} to ${quote}`;
  const removed = marks[reaction ?? '']?.[1] ?? reaction ?? 'a reaction';
  return `Removed ${removed} from ${quote}`;
}
