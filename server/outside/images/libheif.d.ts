/** libheif-js types another file, which lacks pixels. */
declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  type Failure = { code: object; message: string };
  type Picture = {
    code?: undefined;
    channels: { data: Uint8Array; width: number; height: number; stride: number }[];
  };
  type Context = { readonly context: unique symbol };
  type Handle = { readonly handle: unique symbol; code?: undefined };
  type Choice = { readonly choice: unique symbol };
  type Libheif = {
    heif_context_alloc(): Context;
    heif_context_read_from_memory(context: Context, bytes: Uint8Array): { message: string };
    heif_js_context_get_primary_image_handle(context: Context): Handle | Failure;
    heif_image_handle_get_width(handle: Handle): number;
    heif_image_handle_get_height(handle: Handle): number;
    heif_image_handle_has_alpha_channel(handle: Handle): boolean | number;
    heif_js_decode_image2(handle: Handle, space: Choice, chroma: Choice): Picture | Failure;
    heif_colorspace: { heif_colorspace_RGB: Choice };
    heif_chroma: {
      heif_chroma_interleaved_RGB: Choice;
      heif_chroma_interleaved_RGBA: Choice;
    };
  };
  function startLibheif(): Libheif;

  // biome-ignore lint/style/noDefaultExport: the module has no other export.
  export default startLibheif;
}
