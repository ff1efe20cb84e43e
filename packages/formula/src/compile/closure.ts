import type { CheckedNode, Closure, Evaluation, Parameter, StrictFunction } from '../functions/function.ts';
import { parameterOf } from '../functions/function.ts';
import type { Cell } from '../values/cell.ts';
import { cellValue, isTrue, limitedNumber, limitedText, numberOf, textOf } from '../values/coercion.ts';
import { fail } from '../values/evaluation-failure.ts';

/** Compiles a checked formula to a function of a row. The function throws an `EvaluationFailure` for a row without a value. */
export function compileClosure(typed: CheckedNode): Closure {
  switch (typed.kind) {
    case 'literal':
      return () => typed.value;
    case 'column':
      return (evaluation) => cellValue(evaluation.cellOf(typed.id), typed.type);
    case 'call': {
      const parts = typed.parts.map(compileClosure);
      return 'close' in typed.function ? typed.function.close(parts, typed.parts) : compileStrict(typed.function, parts);
    }
  }
}

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

function compileStrict(entry: StrictFunction, parts: readonly Closure[]): Closure {
  const { parameters } = entry;
  const coerce = parts.map((_, index) => coercions[parameterOf(parameters, index).takes]);
  const moments = parts.flatMap((_, index) => (parameterOf(parameters, index).takes === 'moment' ? [index] : []));
  const texts = parts.flatMap((_, index) => (parameterOf(parameters, index).takes === 'text' ? [index] : []));
  const rest = parameters.at(-1)?.rest ? parameters.length - 1 : undefined;
  const flat = rest === undefined ? undefined : parameters[rest]!.takes;
  return (evaluation: Evaluation) => {
    const args = parts.map((part, index) => coerce[index]!(part(evaluation)));
    for (const index of texts) {
      evaluation.textBudget.left -= (args[index] as string).length;
      if (evaluation.textBudget.left < 0) fail('too_slow', 'The formula handles too much text.');
    }
    if (moments.some((index) => args[index] === null)) return null;
    if (rest !== undefined) {
      const tail = args.splice(rest);
      args.push(flat === 'numbers' ? numbersIn(tail as Cell[]) : flat === 'values' ? (tail as Cell[]).flat() : tail);
    }
    return limitedValue(entry.evaluate(args as never, evaluation));
  };
}

function numbersIn(values: readonly Cell[]): number[] {
  const found: number[] = [];
  for (const value of values.flat()) {
    if (typeof value === 'number') found.push(value);
    else if (typeof value === 'boolean') found.push(value ? 1 : 0);
  }
  return found;
}

function limitedValue(value: Cell): Cell {
  if (typeof value === 'number') return limitedNumber(value);
  if (typeof value === 'string') return limitedText(value);
  return Array.isArray(value) && value.length === 0 ? null : value;
}
