import type { FieldError } from '../../api/api-error.ts';
import type { DraftField } from './draft.ts';

/** Faults that the service found: of the settings by their name, and of each field by its uid and the path below it. */
export interface Faults {
  readonly settings: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Faults at another place, with their path. */
  readonly others: readonly FieldError[];
}

/** No fault. */
export const NO_FAULTS: Faults = { settings: {}, fields: {}, others: [] };

/** Sorts the faults of a refused change by the settings and the fields that were sent. */
export function faultsOf(errors: readonly FieldError[], sent: readonly DraftField[], names: readonly string[]): Faults {
  const settings: Record<string, string> = {};
  const fields: Record<string, Record<string, string>> = {};
  const others: FieldError[] = [];
  for (const error of errors) {
    const { path, message } = error;
    const [head = '', index = '', ...rest] = path.split('.');
    const uid = head === 'fields' ? sent[Number(index)]?.uid : undefined;
    if (uid !== undefined) {
      fields[uid] ??= {};
      fields[uid][rest.join('.')] ??= message;
    } else if (names.includes(head)) settings[path] ??= message;
    else others.push(error);
  }
  return { settings, fields, others };
}

/** Returns the number of faults. */
export const countFaults = ({ settings, fields, others }: Faults): number =>
  Object.keys(settings).length + others.length + Object.values(fields).reduce((sum, paths) => sum + Object.keys(paths).length, 0);
