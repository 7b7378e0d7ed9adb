import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { readText } from '../body-parsers.ts';
import { PhoneError } from './errors.ts';

/** Another site's form can't send JSON, and so can't text for the visitor. */
export function parseBody<T extends z.ZodType>(schema: T, request: FastifyRequest): z.output<T> {
  if (!request.headers['content-type']?.startsWith('application/json')) {
    throw new PhoneError(415, 'Send JSON');
  }
  let value: unknown;
  try {
    value = JSON.parse(readText(request.body));
  } catch {
    throw new PhoneError(400, 'The body is not valid JSON');
  }
  return parse(schema, value);
}

export function parse<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new PhoneError(400, parsed.error.issues[0]?.message ?? 'Invalid request');
}

/** Of a company, which no account can have. */
export const isShortCode = (text: string): boolean => /^\d{5,6}$/.test(text);
