import type { Signals } from '@space/bus';
import { CACHE_INVALIDATED } from '@space/contracts/core';

/** Returns the cache tag of the public pages of a site and of its navigation. */
export const siteTag = (id: string): string => `site:${id}`;

/** Returns the cache tag of a public page. */
export const pageTag = (id: string): string => `page:${id}`;

/** Returns the cache tag of a blog: its list, its feeds and its posts. */
export const blogTag = (id: string): string => `blog:${id}`;

/** Makes every gateway drop its cached answers with one of these tags; null is ignored. Call it after the commit. */
export function invalidateTags(bus: Signals, ...tags: readonly (string | null)[]): void {
  const invalid = tags.filter((tag) => tag !== null);
  if (invalid.length > 0) bus.publish(CACHE_INVALIDATED, Buffer.from(JSON.stringify(invalid)));
}
