import type { Cell } from '../schema.ts';
import { fail } from './cell-fault.ts';
import type { Closure, Parameter, Run, StrictFunction } from './function.ts';
import type { Typed } from './typed.ts';
import { isTrue, numberOf, soundNumber, soundText, textOf, valueOfCell } from './values.ts';

/** Compiles a checked formula to a function of a row. It throws a `CellFault` where the row has no value. */
export function closureOf(typed: Typed): Closure {
  switch (typed.kind) {
    case 'literal':
      return () => typed.value;
    case 'column':
      return (run) => valueOfCell(run.cellOf(typed.id), typed.type);
    case 'call': {
      const parts = typed.parts.map(closureOf);
      return 'close' in typed.function ? typed.function.close(parts, typed.parts) : strictly(typed.function, parts);
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

function strictly(entry: StrictFunction, parts: readonly Closure[]): Closure {
  const { parameters } = entry;
  const coerce = parts.map((_, index) => coercions[parameterOf(parameters, index).takes]);
  const moments = parts.flatMap((_, index) => (parameterOf(parameters, index).takes === 'moment' ? [index] : []));
  const texts = parts.flatMap((_, index) => (parameterOf(parameters, index).takes === 'text' ? [index] : []));
  const rest = parameters.at(-1)?.rest ? parameters.length - 1 : undefined;
  const flat = rest === undefined ? undefined : parameters[rest]!.takes;
  return (run: Run) => {
    const given = parts.map((part, index) => coerce[index]!(part(run)));
    for (const index of texts) {
      run.effort.left -= (given[index] as string).length;
      if (run.effort.left < 0) fail('too_slow', 'The formula handles too much text.');
    }
    if (moments.some((index) => given[index] === null)) return null;
    if (rest !== undefined) {
      const tail = given.splice(rest);
      given.push(flat === 'numbers' ? numbersIn(tail as Cell[]) : flat === 'values' ? (tail as Cell[]).flat() : tail);
    }
    return sound(entry.evaluate(given as never, run));
  };
}

/** The parameter that an argument is for. */
export const parameterOf = (parameters: readonly Parameter[], index: number): Parameter =>
  parameters[Math.min(index, parameters.length - 1)]!;

function numbersIn(values: readonly Cell[]): number[] {
  const found: number[] = [];
  for (const value of values.flat()) {
    if (typeof value === 'number') found.push(value);
    else if (typeof value === 'boolean') found.push(value ? 1 : 0);
  }
  return found;
}

function sound(value: Cell): Cell {
  if (typeof value === 'number') return soundNumber(value);
  if (typeof value === 'string') return soundText(value);
  return Array.isArray(value) && value.length === 0 ? null : value;
}
