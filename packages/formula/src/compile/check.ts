import { didYouMean } from '@space/text';
import { parseMomentLiteral } from '../functions/conversions.ts';
import type { CheckedNode, FormulaFunction, Parameter } from '../functions/function.ts';
import { findFunction, findOperator, functionNames } from '../functions/functions.ts';
import { FormulaError } from '../syntax/formula-error.ts';
import type { CallNode, Node } from '../syntax/parser.ts';
import { kindNames, type Type } from '../values/type.ts';

/** The column that a reference resolves to. */
export interface ResolvedColumn {
  readonly id: string;
  readonly type: Type;
}

/** The columns that references may name. */
export interface ColumnScope {
  find(name: string): ResolvedColumn | undefined;
  readonly all: () => Iterable<string>;
}

/** Resolves functions and columns and checks all types. Throws a `FormulaError`. */
export function checkTypes(node: Node, names: ColumnScope): CheckedNode {
  switch (node.kind) {
    case 'literal':
      return { kind: 'literal', ...literal(node.value), position: node.position };
    case 'reference': {
      const column = names.find(node.name);
      if (!column)
        throw new FormulaError(
          'unknown_column',
          node.position,
          sentence(`There is no column ${node.name.slice(0, 60)} in this table`, didYouMean(node.name, names.all())),
        );
      return { kind: 'column', type: column.type, id: column.id, position: node.position };
    }
    case 'call': {
      const entry = node.operator ? findOperator(node.name) : findFunction(node.name);
      if (!entry)
        throw new FormulaError(
          'unknown_function',
          node.position,
          sentence(`There is no function ${node.name.slice(0, 60)}`, didYouMean(node.name, functionNames())),
        );
      checkArgumentCount(node, entry);
      return checkCall(node, entry, names);
    }
  }
}

const sentence = (text: string, end: string): string => `${text}${end || '.'}`;

/** Returns the type and value of a literal; the empty text is blank. */
function literal(value: number | string | boolean): { type: Type; value: number | string | boolean | null } {
  if (value === '') return { type: { kind: 'blank' }, value: null };
  if (typeof value === 'number') return { type: { kind: 'number' }, value: Math.abs(value) < 1e-150 ? 0 : value };
  return { type: { kind: typeof value === 'string' ? 'text' : 'boolean' }, value };
}

function checkArgumentCount({ name, parts, position }: CallNode, { parameters }: FormulaFunction): void {
  const needed = parameters.filter(({ optional }: Parameter) => !optional).length;
  const most = parameters.at(-1)?.rest ? Number.POSITIVE_INFINITY : parameters.length;
  if (parts.length >= needed && parts.length <= most) return;
  const wanted = most === needed ? `${needed}` : most === Number.POSITIVE_INFINITY ? `at least ${needed}` : `${needed} to ${most}`;
  const list = parameters.map((parameter: Parameter) => `${parameter.name}${parameter.rest ? ', …' : ''}`).join(', ');
  throw new FormulaError(
    'wrong_argument_count',
    position,
    `${name.toUpperCase()} takes ${wanted} ${wanted === '1' ? 'argument' : 'arguments'}${list ? ` (${list})` : ''} and got ${parts.length}.`,
    { expected: wanted, actual: String(parts.length) },
  );
}

function checkCall(node: CallNode, entry: FormulaFunction, names: ColumnScope): CheckedNode {
  const args = node.parts.map((part, index) => {
    const typed = checkTypes(part, names);
    return checkArgument(typed, entry.parameters[Math.min(index, entry.parameters.length - 1)], entry.name, node.operator);
  });
  if ('fit' in entry) return { kind: 'call', function: entry, position: node.position, ...entry.fit(args, node.position) };
  entry.check?.(args);
  const type = typeof entry.result === 'function' ? entry.result(args) : { kind: entry.result };
  return { kind: 'call', function: entry, parts: args, type, position: node.position };
}

const advice: ReadonlyMap<string, string> = new Map([
  ['text number', 'use VALUE() to make a number of it'],
  ['list number', 'use SUM(), AVERAGE(), MIN() or MAX() to make one number of it'],
  ['date number', 'use DATEADD() or DATETIME_DIFF() to calculate with it'],
  ['datetime number', 'use DATEADD() or DATETIME_DIFF() to calculate with it'],
  ['text moment', 'use DATETIME_PARSE() to make a date of it'],
]);

/** Returns an argument that fits its parameter. Throws a `FormulaError` that says how to convert it. */
function checkArgument(part: CheckedNode, parameter: Parameter, name: string, operator: boolean): CheckedNode {
  const { kind, of } = part.type;
  switch (parameter.takes) {
    case 'number':
      if (kind === 'number' || kind === 'boolean' || kind === 'blank') return part;
      break;
    case 'moment': {
      const moment = parseMomentLiteral(part);
      if (moment.type.kind === 'date' || moment.type.kind === 'datetime' || kind === 'blank') return moment;
      break;
    }
    case 'numbers':
      if (kind === 'number' || kind === 'boolean' || kind === 'blank') return part;
      if (kind === 'list' && (of === undefined || of === 'any' || of === 'number' || of === 'boolean')) return part;
      break;
    case 'word':
      return checkWord(part, parameter, name);
    default:
      return part;
  }
  const expected = parameter.takes === 'moment' ? 'a date' : parameter.takes === 'numbers' ? 'numbers' : 'a number';
  const actual = kind === 'list' && of && of !== 'any' ? `a list of ${of} values` : kindNames[kind];
  const way = advice.get(`${kind} ${parameter.takes === 'numbers' ? 'number' : parameter.takes}`);
  const place = operator ? `${name} works on numbers` : `${name} takes ${expected} as its ${parameter.name}`;
  const hint =
    operator && name === '+' && kind === 'text'
      ? 'use & to join texts'
      : parameter.takes === 'numbers' && kind === 'list'
        ? undefined
        : way;
  throw new FormulaError('wrong_type', part.position, `${place}, and this is ${actual}${hint ? `; ${hint}` : ''}.`, { expected, actual });
}

function checkWord(part: CheckedNode, { name: parameter, words }: Parameter, name: string): CheckedNode {
  const value = part.kind === 'literal' && typeof part.value === 'string' ? words?.get(part.value.toLowerCase()) : undefined;
  if (part.kind === 'literal' && value !== undefined) return { ...part, value };
  const all = [...new Set(words?.values())];
  const written = part.kind === 'literal' && typeof part.value === 'string' ? part.value : undefined;
  const near = written === undefined ? '' : didYouMean(written, words?.keys() ?? []);
  throw new FormulaError(
    'wrong_type',
    part.position,
    near
      ? `${name} has no ${parameter} "${written}"${near}`
      : `${name} takes as its ${parameter} one of these words, as a literal: ${all.map((each) => `"${each}"`).join(', ')}.`,
    { expected: all.join(', '), actual: written ?? kindNames[part.type.kind] },
  );
}
