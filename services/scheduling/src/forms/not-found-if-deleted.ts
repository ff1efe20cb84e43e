import { notFound } from '@space/contracts/core';
import { brokenConstraint } from '@space/database';

/** What belongs to a form and cannot outlive it. */
const FORM_CONSTRAINTS: readonly unknown[] = ['form_submission_of_form', 'form_file_of_form'];

/** Does what writes something for a form; refuses with 404 when the form was deleted in the meantime. */
export async function notFoundIfDeleted<T>(form: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw FORM_CONSTRAINTS.includes(brokenConstraint(error)) ? notFound('form', form) : error;
  }
}
