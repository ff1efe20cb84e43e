import { dateFormatFunctions } from './date-formats.ts';
import { dateFunctions } from './dates.ts';
import type { FormulaFunction } from './function.ts';
import { listFunctions, recordFunctions } from './lists.ts';
import { logicalFunctions } from './logic.ts';
import { numericFunctions } from './numbers.ts';
import { operators } from './operators.ts';
import { patternFunctions } from './patterns.ts';
import { textFunctions } from './texts.ts';
import { workdayFunctions } from './workdays.ts';

/** All functions of the language, by group. No other list of them exists. */
export const functions: readonly FormulaFunction[] = [
  ...numericFunctions,
  ...textFunctions,
  ...patternFunctions,
  ...logicalFunctions,
  ...dateFunctions,
  ...dateFormatFunctions,
  ...workdayFunctions,
  ...listFunctions,
  ...recordFunctions,
];

const byName: ReadonlyMap<string, FormulaFunction> = new Map(
  functions.flatMap((entry) => [entry.name, ...(entry.aliases ?? [])].map((name: string) => [name, entry] as const)),
);
const bySymbol: ReadonlyMap<string, FormulaFunction> = new Map(operators.map((entry) => [entry.name, entry]));

/** Returns the function with this name or alias, in any case. */
export const findFunction = (name: string): FormulaFunction | undefined => byName.get(name.toUpperCase());

/** Returns the operator with this symbol. */
export const findOperator = (symbol: string): FormulaFunction | undefined => bySymbol.get(symbol);

/** Returns the names of all functions, without aliases. */
export const functionNames = (): string[] => functions.map(({ name }) => name);
