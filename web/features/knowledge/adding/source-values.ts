import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import { type CreateSourceRequest, createSourceRequest } from '#shared/api/knowledge.ts';
import { type OptionValues, toOptions, toOptionValues } from '../source-options.tsx';

/** What an admin writes instead of a file. */
export type WrittenKind = 'text' | 'pair' | 'page';
export type TextName = 'title' | 'text' | 'question' | 'answer' | 'url';
export type SourceValues = OptionValues & Record<TextName, string>;

export const blankSource: SourceValues = {
  ...{ title: '', text: '', question: '', answer: '', url: '' },
  ...toOptionValues(null),
};

const [textRequest, pairRequest, pageRequest] = createSourceRequest.options;
const schemas = { text: textRequest, pair: pairRequest, page: pageRequest };

export function toSourceRequest(kind: WrittenKind, values: SourceValues): CreateSourceRequest {
  const { title, text, question, answer, url } = values;
  const options = toOptions(values);
  if (kind === 'text') return { title, text, ...options };
  return kind === 'pair' ? { question, answer, ...options } : { url: toAddress(url), ...options };
}

/** People write addresses without their beginning. */
function toAddress(typed: string): string {
  const address = typed.trim();
  return address === '' || address.includes('://') ? address : `https://${address}`;
}

/** The API's rules. */
export function createSourceResolver(kind: WrittenKind): Resolver<SourceValues> {
  const resolve = zodResolver(schemas[kind]) as unknown as Resolver<CreateSourceRequest>;
  return async (values, context, options) => {
    const request = toSourceRequest(kind, values);
    const found = await resolve(request, context, options as never);
    const hasErrors = Object.keys(found.errors).length > 0;
    return hasErrors ? { values: {}, errors: found.errors as never } : { values, errors: {} };
  };
}
