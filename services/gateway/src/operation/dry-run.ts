import { invalidFields, type Operation } from '@space/contracts/core';

/** Whether a call may be only tried: a key can call it, and it changes something. */
export const canBeTried = ({ audience, route, scope }: Operation): boolean =>
  audience === undefined && (route ? route.method !== 'GET' : !scope?.endsWith(':read'));

/** Whether a call takes `dry_run` beside its input: it may be only tried, and has no such field of its own. */
export const takesDryRun = (operation: Operation): boolean => canBeTried(operation) && !Object.hasOwn(operation.input.shape, 'dry_run');

/** Reads `dry_run`, as it stands in a query or in the arguments of a tool. */
export function dryRunOf(value: unknown): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value;
  if (value === 'true' || value === 'false') return value === 'true';
  throw invalidFields([{ path: 'dry_run', code: 'invalid_type', message: 'must be true or false' }]);
}
