/** A page or a post, as far as its publication is concerned. */
export interface Publishable {
  readonly id: string;
  readonly title: string;
  readonly status: 'published' | 'unpublished' | 'draft';
  readonly url: string | null;
  readonly publish_at: string | null;
  readonly unpublish_at: string | null;
  readonly published_slug?: string | null;
  readonly has_unpublished_changes?: boolean;
  readonly schedule_error?: string | null;
}

/** The publication before a call, as its answer says it. */
interface Before {
  readonly status: Publishable['status'];
  readonly publish_at: string | null;
  readonly unpublish_at: string | null;
  readonly published_slug?: string | null;
  readonly published_version?: number | null;
}

/** The arguments of a publish operation without the id. */
export interface PublishArguments {
  readonly publish: boolean;
  readonly published_slug?: string;
  readonly version?: number;
  readonly publish_at?: string | null;
  readonly unpublish_at?: string | null;
}

/**
 * Returns the arguments of the call that reverts a publication; undefined if one call cannot, which is so when the call ended a schedule, or
 * was to change the schedule and the address together.
 */
export function revertOf({ publish, ...args }: PublishArguments, before: Before): PublishArguments | undefined {
  const name = publish ? 'publish_at' : 'unpublish_at';
  if (args[name] !== undefined) return args.published_slug === undefined ? { publish, [name]: before[name] } : undefined;
  if (before.publish_at !== null || before.unpublish_at !== null) return undefined;
  if (before.status !== 'published') return publish ? { publish: false } : undefined;
  const { published_slug: slug, published_version: version } = before;
  if (slug === undefined || version === undefined) return publish ? undefined : { publish: true };
  return slug === null || version === null ? undefined : { publish: true, published_slug: slug, version };
}

/** Returns a local time of a field in a zone as the API reads it, such as `2026-12-01T09:00[Europe/Berlin]`. */
export const momentIn = (local: string, zone: string): string => `${local}[${zone}]`;
