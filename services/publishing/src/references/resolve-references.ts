import { type Bus, type CallContext, request } from '@space/bus';
import { type FieldError, type OutputOf, Problem } from '@space/contracts/core';
import { schedulingDirectory } from '@space/contracts/scheduling';
import type { Outline, Reference, TargetKind } from './outline.ts';

/** The names of the things that a page uses, by id. */
export type ReferenceNames = Readonly<Record<string, string>>;

type DirectoryEntries = OutputOf<(typeof schedulingDirectory)['operations']['resolve']>;

const nouns: Readonly<Record<TargetKind, string>> = { form: 'form', booking_page: 'booking page' };

/** Faults that the sentence of a refusal names, and those that its list has. */
const MAX_LISTED = 3;
const MAX_ERRORS = 200;

/** An id that is longer than any is not asked for. */
const MAX_ID = 64;

/**
 * Asks once which of the forms and booking pages that a page uses are in its Space, and answers their names. Refuses with
 * every place where one is used that is not, and with `unavailable` when nobody can tell. Never inside a transaction.
 */
export async function resolveReferences(bus: Pick<Bus, 'request'>, asking: CallContext, { references }: Outline): Promise<ReferenceNames> {
  if (references.length === 0) return {};
  const found = await lookUpDirectory(bus, asking, idsOf(references, 'form'), idsOf(references, 'booking_page'));
  const names: Readonly<Record<TargetKind, Map<string, string>>> = {
    form: new Map(found.forms.map(({ id, name }) => [id, name])),
    booking_page: new Map(found.booking_pages.map(({ id, name }) => [id, name])),
  };
  const lost = references.filter(({ kind, id }) => !names[kind].has(id));
  if (lost.length > 0) throw unresolved(lost);
  return Object.fromEntries([...names.form, ...names.booking_page]);
}

const idsOf = (references: readonly Reference[], kind: TargetKind): string[] => [
  ...new Set(references.filter((one) => one.kind === kind && one.id !== '' && one.id.length <= MAX_ID).map(({ id }) => id)),
];

/** What scheduling says of forms and booking pages; refuses with `unavailable` when it does not answer. */
export async function lookUpDirectory(
  bus: Pick<Bus, 'request'>,
  asking: CallContext,
  form_ids: string[],
  booking_page_ids: string[],
): Promise<DirectoryEntries> {
  if (form_ids.length + booking_page_ids.length === 0) return { forms: [], booking_pages: [] };
  try {
    return await request(bus, asking, schedulingDirectory, 'resolve', { form_ids, booking_page_ids });
  } catch (error) {
    if (error instanceof Problem && (error.code === 'unavailable' || error.code === 'timeout'))
      throw new Problem(
        'unavailable',
        'Whether these forms and booking pages exist cannot be said right now, since the service that has them does not answer; try again in a moment.',
        { retry_after_s: 5 },
      );
    throw error;
  }
}

function unresolved(lost: readonly Reference[]): Problem {
  const places = lost.map(({ kind, id, line, column }) => `${nouns[kind]} "${id.slice(0, MAX_ID)}" at line ${line}, column ${column}`);
  const more = places.length > MAX_LISTED ? ` and ${places.length - MAX_LISTED} more` : '';
  const errors: FieldError[] = lost.slice(0, MAX_ERRORS).map(({ kind, id, line, column }) => ({
    path: 'layout_html',
    code: `unresolved_${kind}`,
    message: `line ${line}, column ${column}: there is no ${nouns[kind]} "${id.slice(0, MAX_ID)}" in this Space`,
  }));
  return new Problem(
    'unresolved_reference',
    `layout_html uses what is not in this Space: ${places.slice(0, MAX_LISTED).join(', ')}${more}; use ids of forms and booking pages of this Space.`,
    {
      errors,
      references: lost.slice(0, MAX_ERRORS).map(({ kind, id, line, column }) => ({ kind, id: id.slice(0, MAX_ID), line, column })),
    },
  );
}
