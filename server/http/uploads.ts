import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError, badRequest, tooLarge } from '#server/errors.ts';
import { imageMaxBytes, imageSizeMessage } from '#shared/images.ts';
import type { Api } from './api.ts';

export async function acceptUploads(app: Api): Promise<void> {
  await app.register(multipart, {
    // Larger files are cut off here.
    limits: { fileSize: imageMaxBytes - 1, files: 1, fields: 10, fieldSize: 1024, parts: 11 },
    throwFileSizeLimit: false,
  });
}

/** @throws {AppError} 400 for a missing file or broken form, 413 for a file too large. */
export async function readUpload(request: FastifyRequest, field: string): Promise<Buffer> {
  try {
    const part = request.isMultipart() ? await request.file() : undefined;
    if (part?.fieldname !== field)
      throw badRequest(`Send the file in a form field named ${field}.`);
    const bytes = await part.toBuffer();
    if (part.file.truncated) throw tooLarge(imageSizeMessage);
    return bytes;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw badRequest('The form data is broken or incomplete. Please try again.');
  }
}
