import { MAX_SIGN_IN_RECORDS } from '@space/contracts/people';
import type { CommonQueryMethods } from 'slonik';
import { insertSignIn, type NewSignIn } from './sign-ins.queries.ts';

/** Records what happened to the ways in of a person, in the transaction in which it happens. The person sees the latest of them. */
export const recordSignIn = async (tx: CommonQueryMethods, personId: string, happened: NewSignIn, now: string): Promise<void> => {
  await insertSignIn(tx, personId, happened, now, MAX_SIGN_IN_RECORDS);
};
