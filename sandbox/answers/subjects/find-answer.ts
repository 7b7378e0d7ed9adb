import { demo } from '../../demo/demo.ts';
import { cooking } from './cooking.ts';
import { letters } from './letters.ts';
import { math } from './math.ts';
import { plants } from './plants.ts';
import type { Subject } from './subject.ts';
import { findSum } from './sums.ts';

const subjects = [math, cooking, plants, letters];

export function listSubjects(text: string): Subject[] {
  return subjects.filter(({ called }) => called.test(text));
}

export function listSuggestions(expert: string): string[] {
  return subjects.find((subject) => subject.expert === expert)?.suggestions ?? [];
}

/** Subjects that the system prompt names come first. */
export function findAnswer(system: string, question: string): string | null {
  for (const subject of orderSubjects(system)) {
    const answer = findAnswerOn(subject, question);
    if (answer) return answer;
  }
  return null;
}

export function listAnswers(system: string): string[] {
  return orderSubjects(system).flatMap(({ answers }) => Object.values(answers).flat());
}

function orderSubjects(system: string): Subject[] {
  const own = listSubjects(system);
  return [...own, ...subjects.filter((subject) => !own.includes(subject))];
}

export function findAnswerOn(subject: Subject, question: string): string | null {
  const sum = subject === math ? findSum(question) : null;
  if (sum) return sum;
  const row = Object.entries(subject.answers).find(([keywords]) =>
    new RegExp(`\\b(${keywords})`, 'i').test(question),
  );
  return row?.[1][0] ?? null;
}

export function findFollowUp(answer: string): string | null {
  const rows = subjects.flatMap(({ answers }) => Object.values(answers));
  return rows.find((texts) => texts.some((text) => answer.includes(text)))?.[1] ?? null;
}

export function findDemoAnswer(system: string, question: string): string | null {
  const experts = listSubjects(system).map(({ expert }) => expert);
  const talks = demo.people.flatMap((person) => person.talks);
  return (
    talks
      .filter(({ expert }) => experts.includes(expert))
      .flatMap(({ exchanges }) => exchanges)
      .find((exchange) => exchange.question === question)?.answer ?? null
  );
}
