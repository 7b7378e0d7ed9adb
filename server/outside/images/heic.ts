import startLibheif from 'libheif-js/libheif-wasm/libheif-bundle.mjs';

type Pixels = { data: Uint8Array; width: number; height: number; channels: 3 | 4 };
type Heic = { width: number; height: number; decode(): Pixels };

/**
 * Reads the size without decoding.
 * @throws {Error} for a damaged or incomplete file.
 */
export function openHeic(bytes: Buffer): Heic {
  if (isCut(bytes)) throw new Error('The file ends too early.');
  const libheif = startLibheif();
  const context = libheif.heif_context_alloc();
  libheif.heif_context_read_from_memory(context, bytes);
  const handle = libheif.heif_js_context_get_primary_image_handle(context);
  if (handle.code) throw new Error(handle.message);
  const decode = (): Pixels => {
    const { heif_chroma_interleaved_RGB, heif_chroma_interleaved_RGBA } = libheif.heif_chroma;
    const isClear = Boolean(libheif.heif_image_handle_has_alpha_channel(handle));
    const picture = libheif.heif_js_decode_image2(
      handle,
      libheif.heif_colorspace.heif_colorspace_RGB,
      isClear ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB,
    );
    if (picture.code) throw new Error(picture.message);
    const [pixels] = picture.channels;
    if (!pixels) throw new Error('The picture is empty.');
    return withoutPadding(pixels, isClear ? 4 : 3);
  };
  return {
    width: libheif.heif_image_handle_get_width(handle),
    height: libheif.heif_image_handle_get_height(handle),
    decode,
  };
}

/** In place: a copy could take another 120 MB. */
function withoutPadding(
  {
    data,
    width,
    height,
    stride,
  }: { data: Uint8Array; width: number; height: number; stride: number },
  channels: 3 | 4,
): Pixels {
  const rowLength = width * channels;
  for (let row = 1; row < height; row++) {
    data.copyWithin(row * rowLength, row * stride, row * stride + rowLength);
  }
  return { data: data.subarray(0, rowLength * height), width, height, channels };
}

/** Libheif fills a missing part with one color. Cameras may append other data. */
function isCut(bytes: Buffer): boolean {
  const hasHeader = (at: number) => at + 16 <= bytes.length;
  for (let at = 0; hasHeader(at); ) {
    const short = bytes.readUInt32BE(at);
    const length = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short;
    if (bytes.toString('latin1', at + 4, at + 8) === 'mdat') return at + length > bytes.length;
    if (length < 8) return false;
    at += length;
  }
  return true;
}
