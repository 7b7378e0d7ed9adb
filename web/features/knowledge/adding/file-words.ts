import { maxSourceBytes } from '#shared/api/knowledge.ts';

const megabyte = 1024 * 1024;

const maxMegabytes = maxSourceBytes / megabyte;

export const fileHint = `Text, Markdown, CSV, HTML, PDF or Word, at most ${maxMegabytes} MB each.`;
export const fileTypes = '.txt,.text,.md,.markdown,.csv,.html,.htm,.pdf,.docx';
export const tooLarge = `It is larger than ${maxMegabytes} MB.`;

/** 3.2 MB, 14 kB */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < megabyte) return `${Math.round(bytes / 1024)} kB`;
  return `${(bytes / megabyte).toFixed(1)} MB`;
}
