import { expect, it } from 'vitest';
import { chooseModel, findRetirement } from './ai-models.ts';

const at = (day: string) => new Date(`${day}T12:00:00Z`);

it.each([
  ['openai', 'gpt-5', '2026-11-21', { on: '2026-12-11', isOver: false }],
  ['openai', ' GPT-5-2025-08-07 ', '2026-12-11', { on: '2026-12-11', isOver: true }],
  ['anthropic', 'claude-sonnet-4-20250514', '2026-11-21', { on: '2026-06-15', isOver: true }],
  ['google', 'gemini-pro', '2026-11-21', { on: '2025-02-15', isOver: true }],
  ['azure_openai', 'gpt-5', '2026-11-21', { on: '2027-02-06', isOver: false }],
  ['openai', 'gpt-5.1', '2026-09-01', null],
  ['openai', 'gpt-6.1-terra', '2026-11-21', null],
  ['openai', 'constructor', '2026-11-21', null],
] as const)('knows when %s %s stops, seen on %s', (key, model, day, retirement) => {
  expect(findRetirement(key, model, at(day))).toEqual(retirement);
});

it.each([
  ['openai', '2026-09-01', 'gpt-5'],
  ['openai', '2026-11-21', 'gpt-6.1-terra'],
  ['openai', '2027-11-21', 'gpt-6.1-terra'],
  ['google', '2026-11-21', 'gemini-3.8-flash'],
  ['anthropic', '2026-11-21', 'claude-sonnet-5-5'],
  ['azure_openai', '2026-11-01', 'gpt-5'],
  // Only the tenant knows its deployments, so an admin has to name one.
  ['azure_openai', '2026-11-21', ''],
] as const)('gives a new %s provider on %s the model %s', (key, day, model) => {
  expect(chooseModel(key, at(day))).toBe(model);
});
