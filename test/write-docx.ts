import { deflateRawSync } from 'node:zlib';
import { writeZip } from './write-zip.ts';

const names = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
].join(' ');

/** @param others more parts, such as `styles` or `footnotes`, by their content. */
export function writeDocx(body: string, others: Record<string, string> = {}): Buffer {
  const parts = Object.entries(others).map(([name, xml]) => [
    `word/${name}.xml`,
    `<w:${name} ${names}>${xml}</w:${name}>`,
  ]);
  return writeZip({
    'word/document.xml': `<?xml version="1.0"?><w:document ${names}><w:body>${body}</w:body></w:document>`,
    ...Object.fromEntries(parts),
  });
}

/** @param look properties of the run. */
export const writeRun = (text: string, look = ''): string =>
  `<w:r>${look && `<w:rPr>${look}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;

/** @param properties of the paragraph. */
export const writeParagraph = (content: string, properties = ''): string => {
  const runs = content.startsWith('<') ? content : writeRun(content);
  return `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${runs}</w:p>`;
};

/** 1 MB that declares a few bytes and inflates to a gigabyte. */
export function aWordBomb(): Buffer {
  const packed = deflateRawSync(Buffer.alloc(1024 ** 3, ' '), { chunkSize: 2 ** 20 });
  return writeZip({ 'word/document.xml': { packed, declaredBytes: 2_000 } });
}
