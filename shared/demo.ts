import type { AiProviderKey } from './ai-providers.ts';
import type { PublicExpert } from './api/experts.ts';
import type { KnowledgeMode } from './api/knowledge.ts';

/** The stand-ins take any key. */
export const demoApiKey = 'sk-sandbox';

/** The sandbox phone is this person's at first. */
export const demoUserEmail = 'mia@example.com';

/** Stored on the first start, to fill the first screens. */
export type Demo = {
  provider: { key: AiProviderKey; displayName: string; model: string; apiKey: string };
  experts: DemoExpert[];
  people: DemoPerson[];
  stranger: DemoStranger;
};

export type DemoExpert = Omit<
  PublicExpert,
  'id' | 'connection' | 'threadId' | 'words' | 'chatLink' | 'sampleQuestions'
> & {
  systemPrompt: string;
  /** One per line. */
  sampleQuestions: string;
  knows?: DemoDocument;
  knowledgeMode?: KnowledgeMode;
};

/** A text file that the expert has been given. */
type DemoDocument = { fileName: string; title: string; text: string };

export type DemoPerson = {
  email: string;
  firstName: string;
  lastName: string;
  phoneNumber: string;
  credits: { granted: number; reason: string; isTrial: boolean };
  talks: DemoTalk[];
};

export type DemoTalk = {
  expert: string;
  /** Default: the phone number. */
  handle?: string;
  title?: string;
  /** Oldest first. */
  exchanges: DemoExchange[];
};

export type DemoExchange = {
  /** Before the first start. */
  hoursAgo: number;
  question: string;
  answer: string;
  seconds: number;
  failed?: string;
};

/** Texts without an account. */
export type DemoStranger = {
  expert: string;
  handle: string;
  hoursAgo: number;
  invitationAfterSeconds: number;
  stopAfterMinutes: number;
  question: string;
};
