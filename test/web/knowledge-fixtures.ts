import {
  type Evidence,
  type KnowledgeSearchReply,
  type KnowledgeSource,
  knowledgeBudget,
  type SourceDetails,
  type SourcesReply,
  type UnansweredReply,
} from '#shared/api/knowledge.ts';
import { idOf } from './fixtures.ts';

export const noSources: SourcesReply = {
  sources: [],
  size: { tokens: 0, budget: knowledgeBudget.usual, isGivenWhole: true },
};

export const aSource = (fields: Partial<KnowledgeSource> = {}): KnowledgeSource => ({
  id: idOf(200),
  kind: 'text',
  title: 'Opening hours',
  state: 'live',
  failure: null,
  origin: 'bakery.txt',
  validFrom: null,
  validUntil: null,
  isQuotable: true,
  isReading: fields.state === 'reading',
  canReadAgain: true,
  pages: 2,
  pieces: 3,
  tokens: 310,
  findings: { hidden: 0, instructions: 0, emptyPages: 0 },
  addedBy: 'boss@example.com',
  createdAt: '2026-11-03T10:00:00.000Z',
  publishedAt: '2026-11-03T10:05:00.000Z',
  ...fields,
});

/** By default with the size of those that are live. */
export const sourcesReply = (
  sources: KnowledgeSource[],
  size: Partial<SourcesReply['size']> = {},
): SourcesReply => {
  const live = sources.filter(({ state }) => state === 'live');
  const tokens = live.reduce((sum, source) => sum + source.tokens, 0);
  const { budget } = noSources.size;
  return { sources, size: { tokens, budget, isGivenWhole: tokens <= budget, ...size } };
};

export const sourceDetails = (fields: Partial<SourceDetails> = {}): SourceDetails => ({
  source: aSource(),
  pieces: [
    {
      id: idOf(210),
      page: 1,
      heading: 'Hours',
      text: 'The bakery is open Tuesday to Saturday, 7:00 to 17:30.',
      tokens: 14,
    },
    { id: idOf(211), page: 2, heading: null, text: 'It is closed on holidays.', tokens: 6 },
  ],
  hidden: [],
  instructions: [],
  emptyPages: [],
  pair: null,
  ...fields,
});

type Given = KnowledgeSearchReply['pieces'][number];

export const aGivenPiece = (fields: Partial<Given> = {}): Given => ({
  number: 1,
  sourceId: idOf(200),
  title: 'Opening hours',
  page: 1,
  heading: 'Hours',
  text: 'The bakery is open Tuesday to Saturday, 7:00 to 17:30.',
  tokens: 14,
  rank: 1,
  isGiven: true,
  ...fields,
});

export const knowledgeSearchReply = (
  pieces: Given[],
  fields: Partial<KnowledgeSearchReply> = {},
): KnowledgeSearchReply => {
  const given = pieces.filter(({ isGiven }) => isGiven);
  return {
    pieces,
    given: given.length,
    tokens: given.reduce((sum, { tokens }) => sum + tokens, 0),
    budget: noSources.size.budget,
    isGivenWhole: false,
    ...fields,
  };
};

type Question = UnansweredReply['questions'][number];

export const aQuestion = (fields: Partial<Question> = {}): Question => ({
  messageId: idOf(220),
  threadId: idOf(30),
  question: 'do you sell coffee',
  reason: 'no_answer',
  fault: null,
  count: 1,
  lastAskedAt: '2026-11-24T09:00:00.000Z',
  ...fields,
});

type Quote = Evidence['quotes'][number];

export const aQuote = (fields: Partial<Quote> = {}): Quote => ({
  sourceId: idOf(200),
  title: 'Opening hours',
  page: 2,
  words: 'Tuesday to Saturday, 7:00 to 17:30',
  validFrom: '2026-05-01',
  isQuotable: true,
  ...fields,
});

/** As people get it; the team also gets what the model was given. */
export const someEvidence = (fields: Partial<Evidence> = {}): Evidence => ({
  outcome: 'supported',
  quotes: [aQuote()],
  ...fields,
});
