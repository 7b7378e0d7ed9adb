import { readFileSync } from 'node:fs';
import { type ESTree, parseSync, Visitor } from 'vite';

/**
 * Keyed by the runner's name (`describe > it`). A table test has an entry with placeholders, and
 * one per row of literals.
 */
export type TestTexts = Map<string, string[]>;

/** Where a test, or a row of its table, begins in its file. */
type Place = { title: string; start: number };

/** Without running it. */
export const readTestFile = (path: string): TestTexts => parseTests(path).tests;

/** Clauses of the specification that a test keeps, from `// spec: 2.7 4.1` right above it or above a row of its table. */
export type SpecTag = { ids: string[]; title: string };

/** @throws if a tag stands above something else. */
export function readSpecTags(path: string): SpecTag[] {
  const { source, places } = parseTests(path);
  return [...source.matchAll(/^ *\/\/ spec: (.*)\n\s*/gm)].map((tag) => {
    const end = tag.index + tag[0].length;
    const place = places.find(({ start }) => start === end);
    if (!place) throw new Error(`${path}: no test right below "${tag[0].trim()}"`);
    return { ids: (tag[1] ?? '').trim().split(' '), title: place.title };
  });
}

function parseTests(path: string): { tests: TestTexts; places: Place[]; source: string } {
  const source = readFileSync(path, 'utf8');
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} can't be parsed: ${errors[0]?.message}`);
  const tests: TestTexts = new Map();
  const places: Place[] = [];
  const groups: string[] = [];
  let texts: string[] = [];
  let titleNode: ESTree.Node | undefined;
  new Visitor({
    CallExpression(call) {
      const title = titleOf(call, source);
      if (title === null) return;
      if (runnerOf(call.callee) === 'describe') return void groups.push(title);
      texts = [];
      titleNode = call.arguments[0];
      const rows = fillIn(title, call.callee);
      for (const one of [{ title, start: call.start }, ...rows]) {
        const whole = [...groups, one.title].join(' > ');
        tests.set(whole, texts);
        places.push({ title: whole, start: one.start });
      }
    },
    'CallExpression:exit'(call) {
      if (titleOf(call, source) === null) return;
      if (runnerOf(call.callee) === 'describe') groups.pop();
      else texts = [];
    },
    Literal(literal) {
      if (literal === titleNode) return;
      if (typeof literal.value === 'string') texts.push(literal.value);
      if ('regex' in literal) texts.push(literal.regex.pattern.replaceAll('\\', ''));
    },
    TemplateLiteral(template) {
      if (template !== titleNode) texts.push(writeTemplate(template, source));
    },
  }).visit(program);
  return { tests, places, source };
}

function tableOf(callee: ESTree.Expression) {
  if (callee.type !== 'CallExpression' || callee.callee.type !== 'MemberExpression') return null;
  const { object, property } = callee.callee;
  const isTable = property.type === 'Identifier' && ['each', 'for'].includes(property.name);
  return isTable ? { runner: object, table: callee.arguments[0] } : null;
}

/** Null for other calls and skipped tests. */
function runnerOf(callee: ESTree.Expression): string | null {
  const { runner } = tableOf(callee) ?? { runner: callee };
  if (runner.type !== 'Identifier') return null;
  return ['it', 'test', 'describe'].includes(runner.name) ? runner.name : null;
}

function titleOf(call: ESTree.CallExpression, source: string): string | null {
  const [argument] = call.arguments;
  if (runnerOf(call.callee) === null || !argument) return null;
  if (argument.type === 'TemplateLiteral') return writeTemplate(argument, source);
  return argument.type === 'Literal' && typeof argument.value === 'string' ? argument.value : null;
}

/** As written: `lists everyone on ${path}`. */
function writeTemplate({ quasis, expressions }: ESTree.TemplateLiteral, source: string): string {
  const placeholders = expressions.map(({ start, end }) => `\${${source.slice(start, end)}}`);
  return quasis.map(({ value }, index) => value.cooked + (placeholders[index] ?? '')).join('');
}

function fillIn(title: string, callee: ESTree.Expression): Place[] {
  let table = tableOf(callee)?.table;
  if (table?.type === 'TSAsExpression') table = table.expression;
  if (table?.type !== 'ArrayExpression') return [];
  return table.elements.flatMap((row) => {
    const values = row?.type === 'ArrayExpression' ? row.elements : [row];
    let isKnown = true;
    let next = 0;
    const filled = title.replaceAll(/%[sdi]/g, (placeholder) => {
      const value = values[next++];
      if (value?.type === 'Literal' && !('regex' in value)) return String(value.value);
      isKnown = false;
      return placeholder;
    });
    return row && isKnown && next > 0 ? [{ title: filled, start: row.start }] : [];
  });
}
