/** `2026-11-21 14:05 UTC`: receivers have many clocks. */
export function formatTime(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

export const pluralize = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;
