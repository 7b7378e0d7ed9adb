import type { Page } from 'playwright-core';
import type { Evidence } from '#shared/api/knowledge.ts';
import { aMessage, anAnswer, aTestAnswer, aTestMessage, aThread } from '#test/web/fixtures.ts';
import { aQuote, someEvidence } from '#test/web/knowledge-fixtures.ts';
import { idOf, longAgo, longText, longWord } from './samples.ts';
import type { Screen } from './screen.ts';

const quotes = [
  aQuote(),
  aQuote({ sourceId: idOf(201), title: longWord, page: null, validFrom: null, words: longText }),
];
/** As the team sees them. */
const readAgain = quotes.map((quote, index) => ({
  ...quote,
  generation: index + 1,
  changedSince: index === 0 ? ('read-again' as const) : null,
}));
const given = [
  { sourceId: idOf(200), title: 'Opening hours', page: 2, rank: 1 },
  { sourceId: idOf(201), title: longWord, page: null, rank: 2 },
];
const refused = someEvidence({
  outcome: 'unverified',
  quotes: [],
  given,
  faults: ['18:30 is not in the quoted words.'],
  refused: 'We close at 18:30.',
});

/** Newest first. */
function listMessages(evidence: Evidence, ofQuestion: Evidence | null) {
  return [
    aMessage({
      id: idOf(42),
      createdAt: longAgo,
      direction: 'outbound',
      origin: 'ai',
      body: 'We close at 17:30, Tuesday to Saturday.',
      evidence,
      delivery: { state: 'delivered', reason: null },
    }),
    aMessage({
      id: idOf(41),
      createdAt: longAgo,
      body: 'when do u close',
      answer: anAnswer(),
      evidence: ofQuestion,
    }),
  ];
}

async function openSources(page: Page): Promise<void> {
  const sources = page.getByRole('list', { name: 'Sources' });
  await sources.getByRole('button').first().click();
  await sources.getByText('Tuesday to Saturday, 7:00').waitFor();
}

async function openChecks(page: Page): Promise<void> {
  await openSources(page);
  const checks = page.getByRole('button', { name: '2 pieces given' });
  await checks.first().click();
  await checks.first().click();
}

const thread = aThread({ title: 'Opening hours' });

/** What people see stands on their own page. */
export const evidenceForPeople: Screen = {
  who: 'mia',
  path: `/threads/${idOf(30)}`,
  title: 'Opening hours · Sagewire',
  heading: 'Opening hours',
  name: 'user-thread-sources',
  caption: 'The words that an answer leans on',
  answers: {
    'GET /api/threads/:id/messages': {
      json: { thread, messages: listMessages(someEvidence({ quotes }), null), nextCursor: null },
    },
  },
  action: openSources,
  texts: ['From:', 'May 1, 2026'],
};

export const evidenceScreens: Screen[] = [
  {
    who: 'admin',
    path: `/?thread=${idOf(30)}`,
    title: 'Conversations · Sagewire',
    heading: 'Conversations',
    name: 'admin-thread-evidence',
    caption: 'What an answer leaned on, what was given, and what was refused',
    answers: {
      'GET /api/threads/:id/messages': {
        json: {
          thread,
          messages: listMessages(someEvidence({ quotes: readAgain, given }), refused),
          nextCursor: null,
        },
      },
    },
    action: openChecks,
    texts: [
      'Read again since',
      'From reading 1 of this source.',
      'Answered from its sources',
      'Not verified',
      'Refused, not sent:',
    ],
  },
];

export const testedEvidence = [
  aTestMessage({ createdAt: longAgo, body: 'when do u close' }),
  aTestAnswer({
    createdAt: longAgo,
    body: 'We close at 17:30.',
    evidence: someEvidence({ quotes, given }),
  }),
  aTestMessage({ createdAt: longAgo, body: 'do you sell coffee' }),
  aTestAnswer({
    createdAt: longAgo,
    body: "I don't know that. Text HUMAN to ask a person.",
    aiMeta: null,
    evidence: someEvidence({ outcome: 'no_answer', quotes: [], given, faults: [], refused: null }),
  }),
];
