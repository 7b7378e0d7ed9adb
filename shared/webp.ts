/** From the header, which comes in three kinds (RFC 9649); null if it is not WebP. */
export function sizeOfWebp(bytes: Uint8Array): { width: number; height: number } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (start: number) => String.fromCharCode(...bytes.subarray(start, start + 4));
  if (bytes.byteLength < 30 || text(0) !== 'RIFF' || text(8) !== 'WEBP') return null;
  const low14Bits = 0x3fff;
  switch (text(12)) {
    case 'VP8 ':
      return {
        width: view.getUint16(26, true) & low14Bits,
        height: view.getUint16(28, true) & low14Bits,
      };
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return { width: (bits & low14Bits) + 1, height: ((bits >>> 14) & low14Bits) + 1 };
    }
    case 'VP8X': {
      const at = (start: number) =>
        view.getUint16(start, true) + view.getUint8(start + 2) * 0x10000;
      return { width: at(24) + 1, height: at(27) + 1 };
    }
    default:
      return null;
  }
}
