import { readFileSync } from 'node:fs';
import { type ESTree, parseSync, Visitor } from 'vite';

export type TestFile = {
  /**
   * The tests that run, as the runner names them (`describe > it`). A test with a table is there as it is
   * written, with its placeholders, and once for every row whose values stand there as texts or numbers.
   */
  titles: string[];
  /** Every text that stands in the file, in quotes, templates and patterns. */
  texts: string[];
};

/** Reads what a test file promises, without running it. */
export function readTestFile(path: string): TestFile {
  const source = readFileSync(path, 'utf8');
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} can't be parsed: ${errors[0]?.message}`);
  const found: TestFile = { titles: [], texts: [] };
  const groups: string[] = [];
  new Visitor({
    CallExpression(call) {
      const title = titleOf(call, source);
      if (title === null) return;
      if (runnerOf(call.callee) === 'describe') return void groups.push(title);
      for (const one of [title, ...fillIn(title, call.callee)]) {
        found.titles.push([...groups, one].join(' > '));
      }
    },
    'CallExpression:exit'(call) {
      if (runnerOf(call.callee) === 'describe' && titleOf(call, source) !== null) groups.pop();
    },
    Literal(literal) {
      if (typeof literal.value === 'string') found.texts.push(literal.value);
      if ('regex' in literal) found.texts.push(literal.regex.pattern.replaceAll('\\', ''));
    },
    TemplateLiteral(template) {
      found.texts.push(writeTemplate(template, source));
    },
  }).visit(program);
  return found;
}

/** The table of `it.each(table)` and `it.for(table)`, and whose it is. */
function tableOf(callee: ESTree.Expression) {
  if (callee.type !== 'CallExpression' || callee.callee.type !== 'MemberExpression') return null;
  const { object, property } = callee.callee;
  const isTable = property.type === 'Identifier' && ['each', 'for'].includes(property.name);
  return isTable ? { runner: object, table: callee.arguments[0] } : null;
}

/** `it` of `it(…)` and `it.each(…)(…)`; null for other calls, and for tests that are skipped. */
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

/** A template as it is written: `lists everyone on ${path}`. */
function writeTemplate({ quasis, expressions }: ESTree.TemplateLiteral, source: string): string {
  const placeholders = expressions.map(({ start, end }) => `\${${source.slice(start, end)}}`);
  return quasis.map(({ value }, index) => value.cooked + (placeholders[index] ?? '')).join('');
}

/** A title once for every row of its table, as far as the rows can be read without running anything. */
function fillIn(title: string, callee: ESTree.Expression): string[] {
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
    return isKnown && next > 0 ? [filled] : [];
  });
}
