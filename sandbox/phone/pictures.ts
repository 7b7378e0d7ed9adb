import { readFileSync } from 'node:fs';
import type { InboundPicture } from '../gateway.ts';
import { listFiles } from '../page-files.ts';

const labels: Record<string, string> = {
  'sum.png': 'A sum in an exercise book',
  'pan.png': 'An egg in a pan',
  'plant.png': 'A plant with a yellow leaf',
};

export const pictureFiles = listFiles(new URL('../pictures/', import.meta.url));

export const gallery = Object.entries(labels).map(([file, label]) => ({
  file,
  label,
  path: `/sandbox/pictures/${file}`,
}));

export function readPicture(file: string): InboundPicture | null {
  const path = file in labels ? pictureFiles.get(file) : undefined;
  return path ? { bytes: readFileSync(path), contentType: 'image/png' } : null;
}
