import { MAX_FORMULA_LIST } from '@space/contracts/tables';
import type { CheckedNode, Closure, Evaluation, Parameter, StrictFunction } from '../functions/function.ts';
import { parameterOf } from '../functions/function.ts';
import type { Cell } from '../values/cell.ts';
import { cellValue, isTrue, limitedNumber, limitedText, numberOf, textOf } from '../values/coercion.ts';
import { fail } from '../values/evaluation-failure.ts';
import type { Type } from '../values/type.ts';
import { charge, WORK_PER_ELEMENT, WORK_PER_ELEMENT_TEXT, type WorkBudget } from '../values/work.ts';

/** Compiles a checked formula to a function of a row. The function throws an `EvaluationFailure` for a row without a value. */
export function compileClosure(typed: CheckedNode): Closure {
  switch (typed.kind) {
    case 'literal':
      return () => typed.value;
    case 'column':
      return typed.type.kind === 'list'
        ? readList(typed.id, typed.type)
        : (evaluation) => cellValue(evaluation.cellOf(typed.id), typed.type);
    case 'call': {
      const parts = typed.parts.map(compileClosure);
      return 'close' in typed.function ? typed.function.close(parts, typed.parts) : compileStrict(typed.function, parts, typed.parts);
    }
  }
}

const readList =
  (id: string, type: Type): Closure =>
  ({ cellOf, budget }) => {
    const list = cellValue(cellOf(id), type);
    if (Array.isArray(list)) charge(budget, list.length * WORK_PER_ELEMENT);
    return list;
  };

const coercions: Readonly<Record<Parameter['takes'], (value: Cell) => unknown>> = {
  number: numberOf,
  text: textOf,
  boolean: isTrue,
  moment: (value) => value,
  numbers: (value) => value,
  values: (value) => value,
  any: (value) => value,
  word: (value) => value,
};

function compileStrict(entry: StrictFunction, parts: readonly Closure[], nodes: readonly CheckedNode[]): Closure {
  const { parameters, work_per_character = 1 } = entry;
  const coerce = parts.map((_, index) => coercions[parameterOf(parameters, index).takes]);
  const evaluated = parts.map((part, index) => {
    const isJoined = nodes[index]!.type.kind === 'list' && parameterOf(parameters, index).takes === 'text';
    return isJoined ? chargedText(part) : part;
  });
  const moments = parts.flatMap((_, index) => (parameterOf(parameters, index).takes === 'moment' ? [index] : []));
  const texts = parts.flatMap((_, index) => (parameterOf(parameters, index).takes === 'text' ? [index] : []));
  const rest = parameters.at(-1)?.rest ? parameters.length - 1 : undefined;
  const flat = rest === undefined ? undefined : parameters[rest]!.takes;
  return (evaluation: Evaluation) => {
    const args = evaluated.map((part, index) => coerce[index]!(part(evaluation)));
    for (const index of texts) charge(evaluation.budget, (args[index] as string).length * work_per_character);
    if (moments.some((index) => args[index] === null)) return null;
    if (rest !== undefined) {
      const tail = args.splice(rest);
      args.push(flat === 'numbers' || flat === 'values' ? flattened(tail as Cell[], flat, evaluation.budget) : tail);
    }
    return limitedValue(entry.evaluate(args as never, evaluation), evaluation.budget);
  };
}

/** Charges a list for the text that is made of its elements. */
const chargedText =
  (part: Closure): Closure =>
  (evaluation) => {
    const list = part(evaluation);
    if (Array.isArray(list)) charge(evaluation.budget, list.length * WORK_PER_ELEMENT_TEXT);
    return list;
  };

/** Returns the elements of lists and single values in one array, of which `numbers` retains the numbers. */
function flattened(values: readonly Cell[], takes: 'numbers' | 'values', budget: WorkBudget): Cell[] {
  const all = values.flat();
  charge(budget, all.length * WORK_PER_ELEMENT);
  if (takes === 'values') return all;
  const found: number[] = [];
  for (const value of all) {
    if (typeof value === 'number') found.push(value);
    else if (typeof value === 'boolean') found.push(value ? 1 : 0);
  }
  return found;
}

function limitedValue(value: Cell, budget: WorkBudget): Cell {
  if (typeof value === 'number') return limitedNumber(value);
  if (typeof value === 'string') {
    charge(budget, value.length);
    return limitedText(value);
  }
  if (!Array.isArray(value)) return value;
  if (value.length > MAX_FORMULA_LIST) return fail('too_long', 'The result has more than 10,000 values.');
  charge(budget, value.length * WORK_PER_ELEMENT);
  return value.length === 0 ? null : value;
}
