import { readFileSync } from 'node:fs';
import { type ESTree, parseSync, Visitor } from 'vite';

export type TestFile = {
  /** The tests that run, as the runner names them (`describe > it`), with the placeholders of their tables. */
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
      if (runnerOf(call.callee) === 'describe') groups.push(title);
      else found.titles.push([...groups, title].join(' > '));
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

/** `it` of `it(…)`, `it.each(…)(…)` and `it.for(…)(…)`; null for other calls, and for tests that are skipped. */
function runnerOf(callee: ESTree.Expression): string | null {
  if (callee.type === 'CallExpression') {
    const table = callee.callee;
    if (table.type !== 'MemberExpression' || table.property.type !== 'Identifier') return null;
    return ['each', 'for'].includes(table.property.name) ? runnerOf(table.object) : null;
  }
  if (callee.type !== 'Identifier') return null;
  return ['it', 'test', 'describe'].includes(callee.name) ? callee.name : null;
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
