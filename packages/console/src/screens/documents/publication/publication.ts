import type { Document } from '../library/document.ts';

/** The publication of a document: its address and the version that visitors see. */
type Publication = NonNullable<Document['published']>;

/** The arguments of the operation that publishes, without the id. */
export interface PublishDocument {
  readonly publish: boolean;
  readonly slug?: string;
  readonly version?: number;
}

/** Returns the arguments that restore the publication before; undefined if nothing changed. */
export function publicationBack(before: Publication | null, after: Publication | null): PublishDocument | undefined {
  if (!before) return after ? { publish: false } : undefined;
  const { slug, version } = before;
  return after?.slug === slug && after.version === version ? undefined : { publish: true, slug, version };
}
