import type { Operation } from './operation.ts';

const isChange = ({ scope }: Operation): boolean => scope?.endsWith(':write') === true || scope?.endsWith(':run') === true;

/** Returns true if a call of an operation may store something, so that it needs room in its Space. */
export const isStoring = (operation: Operation): boolean =>
  isChange(operation) && operation.route?.method !== 'DELETE' && !operation.allowed_when_full;

/** Returns true if a call of an operation may change what is stored and needs no room, such as a deletion. */
export const isFreeing = (operation: Operation): boolean => isChange(operation) && !isStoring(operation);
