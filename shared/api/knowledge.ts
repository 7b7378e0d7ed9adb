import { z } from 'zod';
import { calendarDay, idParams, requiredText, timestamp } from './common.ts';

/* What an expert knows: sources (documents), the pieces that they are cut into, and questions that they don't answer. */

/** `pair`: a question with its answer. */
const sourceKinds = ['text', 'markdown', 'csv', 'html', 'pdf', 'docx', 'pair'] as const;
/** reading → review → live → retired; reading → failed. Only a live one is given to models. */
const sourceStates = ['reading', 'review', 'live', 'failed', 'retired'] as const;

/** `strict` answers from the sources or not at all; `guided` says what is not from them; `free` may know more. */
export const knowledgeModes = ['strict', 'guided', 'free'] as const;
/** In tokens, per turn. */
export const knowledgeBudget = { min: 1_000, usual: 8_000, max: 32_000 } as const;
export const maxSourceBytes = 20 * 1024 * 1024;
export const maxSourceTextLength = 1_000_000;

const sourceReply = z.object({
  id: z.uuid(),
  kind: z.enum(sourceKinds),
  title: z.string(),
  state: z.enum(sourceStates),
  /** Why it failed, in words for an admin. */
  failure: z.string().nullable(),
  /** A file's name, or a page's address. */
  origin: z.string().nullable(),
  /** Both days included, in the time zone of the expert's opening hours; null: without a limit. */
  validFrom: calendarDay.nullable(),
  validUntil: calendarDay.nullable(),
  /** False: internal. Models know it, and people are never told of it. */
  isQuotable: z.boolean(),
  /** For the first time, or again: what is live stays until the new reading is there. */
  isReading: z.boolean(),
  /** False for what was typed here. */
  canReadAgain: z.boolean(),
  pages: z.number(),
  pieces: z.number(),
  tokens: z.number(),
  /** Passages that a reader would not see, sentences that instruct a model, and pages without text. */
  findings: z.object({ hidden: z.number(), instructions: z.number(), emptyPages: z.number() }),
  addedBy: z.string().nullable(),
  createdAt: timestamp,
  publishedAt: timestamp.nullable(),
});

/** What was read, page by page, as models get it. */
export const sourceDetailsReply = z.object({
  source: sourceReply,
  pieces: z.array(
    z.object({
      id: z.uuid(),
      page: z.number().nullable(),
      heading: z.string().nullable(),
      text: z.string(),
      tokens: z.number(),
    }),
  ),
  /** Never given to a model. */
  hidden: z.array(z.object({ page: z.number(), text: z.string(), why: z.string() })),
  /** Given to models as words, not as instructions. */
  instructions: z.array(z.object({ page: z.number(), text: z.string() })),
  emptyPages: z.array(z.object({ page: z.number(), why: z.string() })),
  /** As it was written; null for other kinds. */
  pair: z.object({ question: z.string(), answer: z.string() }).nullable(),
});

export const sourcesReply = z.object({
  sources: z.array(sourceReply),
  /** Of what is live and valid today, in tokens, against the expert's budget. */
  size: z.object({ tokens: z.number(), budget: z.number(), isGivenWhole: z.boolean() }),
});
export const oneSourceReply = z.object({ source: sourceReply });

export const sourceParams = idParams.extend({ sourceId: z.uuid('sourceId must be a valid id') });

const dates = { validFrom: calendarDay.nullish(), validUntil: calendarDay.nullish() };
const options = { ...dates, isQuotable: z.boolean('isQuotable must be true or false').optional() };
const isInOrder = ({ validFrom, validUntil }: Partial<Record<keyof typeof dates, string | null>>) =>
  !validFrom || !validUntil || validFrom <= validUntil;
export const daysOutOfOrder = 'The last day must not be before the first';
const order = { path: ['validUntil'], message: daysOutOfOrder };

const pairTexts = {
  question: requiredText('Question', 1_000),
  answer: requiredText('Answer', 10_000),
};

/** As JSON; a file comes as multipart, with `file` and the options as fields. */
export const createSourceRequest = z.union([
  z
    .object({ title: requiredText('Title', 200), text: requiredText('Text', maxSourceTextLength) })
    .extend(options)
    .strict()
    .refine(isInOrder, order),
  z.object(pairTexts).extend(options).strict().refine(isInOrder, order),
  z
    .object({ url: z.url({ protocol: /^https?$/, error: 'url must be a web address' }).max(2_000) })
    .extend(options)
    .strict()
    .refine(isInOrder, order),
]);

/** For the API docs only: the upload is read raw and checked by content. */
export const uploadSourceForm = z
  .object({
    file: z.string().meta({
      format: 'binary',
      description: 'PDF, Word (docx), HTML, Markdown, CSV or text, of at most 20 MB',
    }),
  })
  .nullish();

/** Of a form with a file, whose fields are texts. */
export const sourceOptions = z.object(options).strict().refine(isInOrder, order);

/** `question` and `answer` only of a pair. Its title follows its question until it is given another. */
export const updateSourceRequest = z
  .object({ title: requiredText('Title', 200).optional(), ...options })
  .extend(z.object(pairTexts).partial().shape)
  .strict()
  .refine(isInOrder, order);

export const publishSourceRequest = z.object({}).nullish();

export const knowledgeSearchQuery = z.object({ q: requiredText('Question', 1_000) });
/** In the order of their rank; `isGiven`: within the budget. */
export const knowledgeSearchReply = z.object({
  pieces: z.array(
    z.object({
      /** By which a model names it. */
      number: z.number(),
      sourceId: z.uuid(),
      title: z.string(),
      page: z.number().nullable(),
      heading: z.string().nullable(),
      text: z.string(),
      tokens: z.number(),
      /** From 1; null if none of the question's words is in it. */
      rank: z.number().nullable(),
      isGiven: z.boolean(),
    }),
  ),
  given: z.number(),
  tokens: z.number(),
  budget: z.number(),
  isGivenWhole: z.boolean(),
});

/** Why a question got no answer from the sources. */
const unansweredReasons = ['no_answer', 'unverified'] as const;
export const unansweredQuery = z.object({ cursor: z.string().max(200).optional() });
/** Equal questions are one row; the newest first. */
export const unansweredReply = z.object({
  questions: z.array(
    z.object({
      /** Of the newest message that asks it. */
      messageId: z.uuid(),
      threadId: z.uuid(),
      question: z.string(),
      reason: z.enum(unansweredReasons),
      /** What was wrong with the answer that was not sent. */
      fault: z.string().nullable(),
      count: z.number(),
      lastAskedAt: timestamp,
    }),
  ),
  nextCursor: z.string().nullable(),
});

export const answerUnansweredParams = z.object({
  messageId: z.uuid('messageId must be a valid id'),
});
/** `tell`: text the answer to those who asked, within windows and quiet hours. */
export const answerUnansweredRequest = z.object({
  question: requiredText('Question', 1_000).optional(),
  answer: requiredText('Answer', 10_000),
  tell: z.boolean('tell must be true or false').default(false),
});
export const answerUnansweredReply = z.object({
  source: sourceReply,
  /** People who are texted. */
  told: z.number(),
});

const evidenceOutcomes = ['supported', 'no_answer', 'unverified', 'talk'] as const;

/** Of an answer. People see its quotes alone, and none of an internal source. */
export const evidenceReply = z.object({
  outcome: z.enum(evidenceOutcomes),
  quotes: z.array(
    z.object({
      sourceId: z.uuid(),
      title: z.string(),
      page: z.number().nullable(),
      /** The words that the server found there; empty once the source was deleted. */
      words: z.string(),
      validFrom: calendarDay.nullable(),
      /** Admins only see others. */
      isQuotable: z.boolean(),
      /** Admins only: which reading of the source was quoted; missing in answers of before. */
      generation: z.number().optional(),
      /** Admins only: what has happened to the source after the answer. */
      changedSince: z.enum(['read-again', 'reworded']).nullish(),
    }),
  ),
  /** Admins only: the best pieces of the search, or none where all was given; and what was wrong with a refused answer. */
  given: z
    .array(
      z.object({
        sourceId: z.uuid(),
        title: z.string(),
        page: z.number().nullable(),
        rank: z.number(),
      }),
    )
    .optional(),
  faults: z.array(z.string()).optional(),
  refused: z.string().nullable().optional(),
});

export type SourceKind = (typeof sourceKinds)[number];
export type SourceState = (typeof sourceStates)[number];
export type KnowledgeMode = (typeof knowledgeModes)[number];
export type KnowledgeSource = z.infer<typeof sourceReply>;
export type SourceDetails = z.infer<typeof sourceDetailsReply>;
export type SourcesReply = z.infer<typeof sourcesReply>;
export type CreateSourceRequest = z.output<typeof createSourceRequest>;
export type UpdateSourceRequest = z.output<typeof updateSourceRequest>;
export type KnowledgeSearchReply = z.infer<typeof knowledgeSearchReply>;
export type UnansweredReply = z.infer<typeof unansweredReply>;
export type AnswerUnansweredReply = z.infer<typeof answerUnansweredReply>;
export type AnswerUnansweredRequest = z.input<typeof answerUnansweredRequest>;
export type Evidence = z.infer<typeof evidenceReply>;
export type EvidenceOutcome = (typeof evidenceOutcomes)[number];
