import { emailAddress } from '@space/contracts/core';
import type { Payer } from './findings.ts';

/** The details of a person at a provider; each may be unknown. */
export interface PersonDetails {
  readonly email?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly phone?: string | null | undefined;
}

/** Returns the payer with the first known email, name and phone of several sources; null without a valid email. */
export function payerOf(...sources: readonly (PersonDetails | null | undefined)[]): Payer | null {
  const email = firstText(sources.map((source) => source?.email));
  if (email === null || !emailAddress.safeParse(email).success) return null;
  const name = firstText(sources.map((source) => source?.name));
  const phone = firstText(sources.map((source) => source?.phone));
  return { email, ...(name === null ? {} : { name }), ...(phone === null ? {} : { phone }) };
}

const firstText = (texts: readonly (string | null | undefined)[]): string | null =>
  texts.map((text) => text?.trim() ?? '').find((text) => text !== '') ?? null;
