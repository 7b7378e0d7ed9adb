import { AppError } from '#server/errors.ts';

const problems = {
  'too-large': [413, 'This file is larger than 20 MB. Split it, or leave pictures out.'],
  'too-long': [413, 'This document has more text than can be read at once. Split it.'],
  inflates: [422, 'This file unpacks to far more than its size. Save it anew, or copy its text.'],
  encrypted: [422, 'This file is protected by a password. Save it without one.'],
  damaged: [422, 'This file is damaged or incomplete. Open it, save it anew and try again.'],
  memory: [422, 'This file takes too much memory to read. Split it, or leave pictures out.'],
  time: [422, 'This file takes too long to read. Split it, or copy its text.'],
  empty: [422, 'There is no text in this file.'],
  pictures: [422, 'This file has only pictures of text. Run text recognition over it first.'],
  'wrong-kind': [415, 'This file is not what its name says. Give it the right ending.'],
  'unknown-kind': [415, 'Please select a PDF, Word (.docx), HTML, CSV, Markdown or text file.'],
  stopped: [422, 'Reading was stopped.'],
  'no-such-page': [422, 'There is no page at this address.'],
  'page-private': [422, 'This address is private, or leads to a private one.'],
  'page-unreachable': [422, 'This page could not be reached. Check the address.'],
  'page-redirects': [422, 'This address redirects too often. Give the address of the page itself.'],
  'page-refused': [
    422,
    'The site did not give this page to us. Save it as a file and upload that.',
  ],
} as const satisfies Record<string, readonly [number, string]>;

export type DocumentProblem = keyof typeof problems;

/** Why a document was not read, in words for an admin. */
export class DocumentError extends AppError {
  readonly problem: DocumentProblem;

  constructor(problem: DocumentProblem) {
    const [status, words] = problems[problem];
    super(status, words);
    this.problem = problem;
  }
}

export const isDocumentProblem = (value: unknown): value is DocumentProblem =>
  typeof value === 'string' && Object.hasOwn(problems, value);
