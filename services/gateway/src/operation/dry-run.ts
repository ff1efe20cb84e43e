import { type FieldError, invalidFields, type Operation } from '@space/contracts/core';
import { isReadOnly } from './read-only.ts';

/** Returns true if a key can call the operation as a dry run: it changes something (contract, C6). */
export const supportsDryRun = (operation: Operation): boolean => operation.audience === undefined && !isReadOnly(operation);

/** Returns true if a call takes `dry_run` in addition to its input: the input has no field of that name. */
export const hasDryRunParameter = (operation: Operation): boolean =>
  supportsDryRun(operation) && !Object.hasOwn(operation.input.shape, 'dry_run');

/** Returns the value of `dry_run` in a query or in the arguments of a tool. Throws `invalid` for anything but a boolean. */
export function parseDryRun(value: unknown): boolean | undefined {
  const errors = dryRunErrors(value);
  if (errors.length > 0) throw invalidFields(errors);
  return value === undefined ? undefined : value === true || value === 'true';
}

/** Returns the error of a `dry_run` that is not a boolean. */
export const dryRunErrors = (value: unknown): FieldError[] =>
  [undefined, true, false, 'true', 'false'].some((known) => known === value)
    ? []
    : [{ path: 'dry_run', code: 'invalid_type', message: 'must be true or false' }];
