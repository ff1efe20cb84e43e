import { Problem } from '@space/contracts/core';
import type { FormRow } from './forms.queries.ts';

/** Throws a 409 `conflict` when a form takes no answers. */
export function assertFormActive({ name, status }: Pick<FormRow, 'name' | 'status'>): void {
  if (status !== 'active')
    throw new Problem('conflict', `The form ${name} is ${status} and takes no answers; PATCH /forms/{id} {"status": "active"} opens it.`);
}
