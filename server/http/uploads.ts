import multipart, { type MultipartFields } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError, badRequest, tooLarge } from '#server/errors.ts';
import { imageMaxBytes, imageSizeMessage } from '#shared/images.ts';
import type { Api } from './api.ts';

/** @param maxBytes larger files are cut off. */
export async function acceptUploads(
  app: Api,
  { maxBytes = imageMaxBytes }: { maxBytes?: number } = {},
): Promise<void> {
  await app.register(multipart, {
    limits: { fileSize: maxBytes - 1, files: 1, fields: 10, fieldSize: 1024, parts: 11 },
    throwFileSizeLimit: false,
  });
}

/** @throws {AppError} 400 for a missing file or broken form, 413 for a file too large. */
export async function readUpload(request: FastifyRequest, field: string): Promise<Buffer> {
  const { bytes } = await readForm(request, field, imageSizeMessage);
  return bytes;
}

export type UploadedForm = {
  name: string;
  contentType: string;
  bytes: Buffer;
  /** The fields that came before the file. */
  fields: Record<string, string>;
};

/** @throws {AppError} 400 for a missing file or broken form, 413 with `sizeMessage` for a file too large. */
export async function readForm(
  request: FastifyRequest,
  field: string,
  sizeMessage: string,
): Promise<UploadedForm> {
  try {
    const part = request.isMultipart() ? await request.file() : undefined;
    if (part?.fieldname !== field)
      throw badRequest(`Send the file in a form field named ${field}.`);
    const bytes = await part.toBuffer();
    if (part.file.truncated) throw tooLarge(sizeMessage);
    const { filename: name, mimetype: contentType } = part;
    return { name, contentType, bytes, fields: readFields(part.fields) };
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw badRequest('The form data is broken or incomplete. Please try again.');
  }
}

function readFields(parts: MultipartFields): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parts).flatMap(([name, part]) =>
      part && !Array.isArray(part) && part.type === 'field' ? [[name, String(part.value)]] : [],
    ),
  );
}
