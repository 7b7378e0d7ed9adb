import { z } from 'zod';
import { timestamp } from './common.ts';
import { colleague, handoverReasons } from './threads.ts';

/** `hand_over`: by the system, or by a text of the team. */
export const threadEventKinds = [
  'take',
  'hand_over',
  'return',
  'resolve',
  'reopen',
  'assign',
  'false_alarm',
  'undo',
  'add-label',
  'remove-label',
] as const;
export type ThreadEventKind = (typeof threadEventKinds)[number];

const because = z.enum(handoverReasons).nullable();
const by = z.enum(['team', 'person', 'time']).nullable();

/** What happened to a conversation beside its messages; the team alone sees it. */
export const threadEvent = z.object({
  id: z.uuid(),
  kind: z.enum(threadEventKinds),
  createdAt: timestamp,
  /** Null: by the person, or by time. */
  actor: colleague.nullable(),
  /** Of a `hand_over`. */
  because,
  /** Of a return: who or what brought the AI back. */
  by,
  /** Of an assignment; null: to no one. */
  assignee: colleague.nullable(),
  /** Its name at the time. */
  label: z.string().nullable(),
  /** Of a handover: when the pause was to end. */
  aiReturnsAt: timestamp.nullable(),
  /** A resolve that left the conversation with the person who handles it. */
  isKept: z.boolean(),
});

/** As the audit log keeps them; what is missing or unknown is null. */
export const threadEventFacts = z.object({
  because: because.catch(null),
  by: by.catch(null),
  label: z.string().nullable().catch(null),
  aiReturnsAt: timestamp.nullable().catch(null),
  keeps: z.boolean().catch(false),
});

export type ThreadEvent = z.infer<typeof threadEvent>;
