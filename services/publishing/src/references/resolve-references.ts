import { type Bus, type CallContext, request } from '@space/bus';
import { assertAll, type FieldError, MAX_ID_LENGTH, type OutputOf, Problem } from '@space/contracts/core';
import { schedulingDirectory } from '@space/contracts/scheduling';
import { type AssetReference, assertAssetsExist, assetInField, assetsInText } from './asset-references.ts';
import { checkSharedViews } from './check-shared-views.ts';
import { MAX_WARNINGS } from './embed-warnings.ts';
import type { Outline, Reference, TargetKind } from './outline.ts';
import { requireAnswer } from './require-answer.ts';

/** The names of the forms and booking pages that a page uses, by id. */
export type ReferenceNames = Readonly<Record<string, string>>;

type DirectoryEntries = OutputOf<(typeof schedulingDirectory)['operations']['resolve']>;
type DirectoryEntry = DirectoryEntries['forms'][number];

const nouns: Readonly<Record<TargetKind, string>> = { form: 'form', booking_page: 'booking page' };

/** The states in which visitors cannot use a form or a booking page, as a sentence names them. */
const states: Readonly<Partial<Record<DirectoryEntry['status'], string>>> = { draft: 'a draft', paused: 'paused', archived: 'archived' };

/** Unresolved references that the sentence of a problem lists, and those that its `errors` list. */
const MAX_LISTED = 3;
const MAX_ERRORS = 200;

/** The names of the forms and booking pages of an outline, and a sentence about each that visitors cannot use now. */
export interface ResolvedReferences {
  readonly names: ReferenceNames;
  readonly warnings: readonly string[];
}

/**
 * Looks up the forms, booking pages and assets of a content in their Space. Throws unresolved_reference with the position of each
 * reference that does not exist, and unavailable when their service does not answer. Must not be called inside a transaction.
 */
export async function resolveReferences(
  bus: Pick<Bus, 'request'>,
  context: CallContext,
  content: PageContent,
): Promise<ResolvedReferences> {
  const resolved = resolveEmbeds(bus, context, content.outline);
  await assertAll([resolved, assertAssetsExist(bus, context, assetsOfPage(content))]);
  return resolved;
}

/** The parts of the content of a page that name things of the Space. `origin` is the public one. */
export interface PageContent {
  readonly outline: Outline;
  readonly image_url: string | null | undefined;
  readonly origin: string;
}

const assetsOfPage = ({ outline, image_url, origin }: PageContent): AssetReference[] => [
  ...assetsInText('layout_html', outline.assets),
  ...assetInField('image_url', image_url, origin),
];

async function resolveEmbeds(bus: Pick<Bus, 'request'>, context: CallContext, { references }: Outline): Promise<ResolvedReferences> {
  if (references.length === 0) return { names: {}, warnings: [] };
  const entries = await lookUpDirectory(bus, context, idsOf(references, 'form'), idsOf(references, 'booking_page'));
  const found: Readonly<Record<TargetKind, ReadonlyMap<string, DirectoryEntry>>> = {
    form: new Map(entries.forms.map((entry) => [entry.id, entry])),
    booking_page: new Map(entries.booking_pages.map((entry) => [entry.id, entry])),
  };
  const unresolved = references.filter(({ kind, id }) => !found[kind].has(id));
  if (unresolved.length > 0) throw unresolvedReferences(unresolved);
  const resources = [...found.form.values(), ...found.booking_page.values()];
  return {
    names: Object.fromEntries(resources.map(({ id, name }) => [id, name])),
    warnings: warningsOf(references, new Map(resources.map((entry) => [entry.id, entry]))),
  };
}

/** Returns a sentence about each form and booking page that visitors cannot use now, with its first place. */
function warningsOf(references: readonly Reference[], resources: ReadonlyMap<string, DirectoryEntry>): string[] {
  const first = new Map(references.toReversed().map((reference) => [reference.id, reference]));
  return [...first.values()]
    .toReversed()
    .flatMap(({ kind, id, line, column }) => {
      const { name, status } = resources.get(id)!;
      const state = states[status];
      if (state === undefined) return [];
      const effect = status === 'paused' ? `visitors cannot ${kind === 'form' ? 'fill it in' : 'book it'}` : 'visitors see a page with 404';
      return [`line ${line}, column ${column}: the ${nouns[kind]} "${name}" is ${state}, so ${effect}; set its status to active`];
    })
    .slice(0, MAX_WARNINGS);
}

/**
 * Returns the forms and booking pages of a new document. Throws one problem for all of those that do not exist and all shared
 * views whose link does not open. Must not be called inside a transaction.
 */
export async function resolveDocument(bus: Pick<Bus, 'request'>, context: CallContext, content: PageContent): Promise<ResolvedReferences> {
  const resolved = resolveReferences(bus, context, content);
  const unseen = checkSharedViews(bus, context, content.outline);
  await assertAll([resolved, unseen]);
  const { names, warnings } = await resolved;
  return { names, warnings: [...warnings, ...(await unseen)] };
}

const idsOf = (references: readonly Reference[], kind: TargetKind): string[] => [
  ...new Set(references.filter((one) => one.kind === kind && one.id !== '' && one.id.length <= MAX_ID_LENGTH).map(({ id }) => id)),
];

/** Returns the forms and booking pages of these ids that exist in the Space. Throws unavailable when scheduling does not answer. */
export async function lookUpDirectory(
  bus: Pick<Bus, 'request'>,
  context: CallContext,
  form_ids: string[],
  booking_page_ids: string[],
): Promise<DirectoryEntries> {
  if (form_ids.length + booking_page_ids.length === 0) return { forms: [], booking_pages: [] };
  return requireAnswer(request(bus, context, schedulingDirectory, 'resolve', { form_ids, booking_page_ids }), {
    resources: 'forms and booking pages',
    service: 'scheduling',
  });
}

function unresolvedReferences(unresolved: readonly Reference[]): Problem {
  const listed = unresolved
    .slice(0, MAX_ERRORS)
    .map(({ kind, id, line, column }) => ({ kind, id: id.slice(0, MAX_ID_LENGTH), line, column }));
  const places = listed
    .slice(0, MAX_LISTED)
    .map(({ kind, id, line, column }) => `${nouns[kind]} "${id}" at line ${line}, column ${column}`);
  const more = unresolved.length > MAX_LISTED ? ` and ${unresolved.length - MAX_LISTED} more` : '';
  const errors: FieldError[] = listed.map(({ kind, id, line, column }) => ({
    path: 'layout_html',
    code: `unresolved_${kind}`,
    message: `line ${line}, column ${column}: there is no ${nouns[kind]} "${id}" in this Space`,
  }));
  return new Problem(
    'unresolved_reference',
    `layout_html: uses forms or booking pages that do not exist in this Space: ${places.join(', ')}${more}; use ids of this Space.`,
    { errors, references: listed },
  );
}
