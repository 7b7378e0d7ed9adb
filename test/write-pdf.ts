import { deflateSync } from 'node:zlib';

type Page = {
  /** Operators of a content stream; fonts F1 and F2 (bold), graphics states Clear, picture Im. */
  content: string | Buffer;
  width?: number;
  height?: number;
};

/** A small PDF with Helvetica, one object after the other. */
export function writePdf(pages: (Page | string)[], { title = '' } = {}): Buffer {
  const objects: Buffer[] = [];
  const add = (body: string | Buffer) => objects.push(Buffer.from(body as string, 'latin1'));
  const first = fixedObjects + 1;
  const kids = pages.map((_page, index) => `${first + index * 2} 0 R`).join(' ');
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>');
  add('<< /Type /ExtGState /ca 0 /CA 0 >>');
  add(toStream(Buffer.alloc(16 * 16, 200), pictureKeys));
  add(`<< /Title (${title}) >>`);
  for (const [index, page] of pages.entries()) {
    const {
      content,
      width = 612,
      height = 792,
    } = typeof page === 'string' ? { content: page } : page;
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${first + index * 2 + 1} 0 R /Resources ${resources} >>`,
    );
    add(toStream(Buffer.from(content as string, 'latin1'), ''));
  }
  return assemble(objects);
}

const fixedObjects = 7;
const pictureKeys =
  '/Type /XObject /Subtype /Image /Width 16 /Height 16 /ColorSpace /DeviceGray /BitsPerComponent 8';
const resources =
  '<< /Font << /F1 3 0 R /F2 4 0 R >> /ExtGState << /Clear 5 0 R >> /XObject << /Im 6 0 R >> >>';

function toStream(data: Buffer, keys: string): Buffer {
  const packed = deflateSync(data);
  const head = `<< ${keys} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream')]);
}

function assemble(objects: Buffer[]): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [index, body] of objects.entries()) {
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      body,
      Buffer.from('\nendobj\n'),
    ]);
    offsets.push(length);
    length += part.length;
    parts.push(part);
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${count} /Root 1 0 R /Info 7 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/** A line of text at a place, in 11 pt unless said otherwise. */
export function writeText(
  text: string,
  y: number,
  { x = 72, size = 11, font = 'F1' } = {},
): string {
  const escaped = text.replace(/[\\()]/g, '\\$&');
  return `BT /${font} ${size} Tf ${x} ${y} Td (${escaped}) Tj ET\n`;
}
