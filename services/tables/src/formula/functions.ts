import type { FormulaFunction } from './function.ts';
import { dateFunctions } from './functions/date.ts';
import { dateFormatFunctions } from './functions/date-format.ts';
import { listFunctions, recordFunctions } from './functions/list.ts';
import { logicalFunctions } from './functions/logical.ts';
import { numericFunctions } from './functions/numeric.ts';
import { operators } from './functions/operators.ts';
import { patternFunctions } from './functions/pattern.ts';
import { textFunctions } from './functions/text.ts';
import { workdayFunctions } from './functions/workday.ts';

/** Every function of the language, by group; the only list of them. */
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

/** A function by its name or an alias, in whatever case. */
export const functionNamed = (name: string): FormulaFunction | undefined => byName.get(name.toUpperCase());

/** An operator by its symbol. */
export const operatorNamed = (symbol: string): FormulaFunction | undefined => bySymbol.get(symbol);

/** The names of all functions, without aliases. */
export const functionNames = (): string[] => functions.map(({ name }) => name);
