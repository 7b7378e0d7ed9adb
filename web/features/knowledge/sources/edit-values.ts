import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import {
  type KnowledgeSource,
  type SourceDetails,
  type UpdateSourceRequest,
  updateSourceRequest,
} from '#shared/api/knowledge.ts';
import { type OptionValues, toOptions, toOptionValues } from '../source-options.tsx';

type Pair = NonNullable<SourceDetails['pair']>;
/** `pair` null for other kinds, whose words are not edited. */
export type EditedSource = { source: KnowledgeSource; pair: Pair | null };
export type EditValues = OptionValues & { title: string; question: string; answer: string };

export const toValues = ({ source, pair }: EditedSource): EditValues => ({
  title: source.title,
  question: pair?.question ?? '',
  answer: pair?.answer ?? '',
  ...toOptionValues(source),
});

/** A title that was not touched is not sent, so that it follows the question. */
export function toRequest(values: EditValues, { source, pair }: EditedSource): UpdateSourceRequest {
  const { question, answer } = values;
  const title = values.title.trim();
  return {
    ...(!(pair && title === source.title) && { title }),
    ...(pair && { question, answer }),
    ...toOptions(values),
  };
}

/** The API's rules. */
export function createEditResolver(edited: EditedSource): Resolver<EditValues> {
  const resolve = zodResolver(updateSourceRequest) as unknown as Resolver<UpdateSourceRequest>;
  return async (values, context, options) => {
    const request = toRequest(values, edited);
    const { errors } = await resolve(request, context, options as never);
    const hasErrors = Object.keys(errors).length > 0;
    return hasErrors ? { values: {}, errors: errors as never } : { values, errors: {} };
  };
}
