import type { Signals } from '@space/bus';
import { CACHE_INVALIDATED } from '@space/contracts/core';

/** The tag of what is shown of a site: its pages, its navigation. */
export const siteTag = (id: string): string => `site:${id}`;

/** The tag of what is shown of a page. */
export const pageTag = (id: string): string => `page:${id}`;

/** The tag of what is shown of a blog: its list, its feeds and its posts. */
export const blogTag = (id: string): string => `blog:${id}`;

/** Tells every gateway that what it keeps under these tags is out of date; said after the commit. */
export function invalidateTags(bus: Signals, ...tags: readonly (string | null)[]): void {
  const told = tags.filter((tag) => tag !== null);
  if (told.length > 0) bus.publish(CACHE_INVALIDATED, Buffer.from(JSON.stringify(told)));
}
