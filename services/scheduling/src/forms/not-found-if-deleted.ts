import { notFound } from '@space/contracts/core';
import { brokenConstraint } from '@space/database';

/** Foreign keys from rows of a form to the form. */
const FORM_CONSTRAINTS: readonly unknown[] = ['form_submission_of_form', 'form_file_of_form'];

/** Runs `act`, which inserts rows of a form; throws `not_found` when the form was deleted in the meantime. */
export async function notFoundIfDeleted<T>(form: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw FORM_CONSTRAINTS.includes(brokenConstraint(error)) ? notFound('form', form) : error;
  }
}
