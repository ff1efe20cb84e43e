import type { Operation } from '@space/contracts/core';

type Arguments = Readonly<Record<string, unknown>>;

/** Returns the arguments in which merge tags are filled in: those of the fields that are not constant. */
export const fillableArguments = (operation: Operation | undefined, given: Arguments): Arguments =>
  operation?.constant_fields ? pick(given, (field) => !operation.constant_fields!.includes(field)) : given;

/** Returns the arguments of the constant fields of an operation. */
export const constantArguments = (operation: Operation | undefined, given: Arguments): Arguments =>
  operation?.constant_fields ? pick(given, (field) => operation.constant_fields!.includes(field)) : {};

const pick = (given: Arguments, isPicked: (field: string) => boolean): Arguments =>
  Object.fromEntries(Object.entries(given).filter(([field]) => isPicked(field)));
