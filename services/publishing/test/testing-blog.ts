import type { PageAnswer } from '@space/contracts/core';
import { blogCollections, blogPages, blogPosts } from '@space/contracts/publishing';
import { callAs, emittedIn, newSpaceCaller, type TestPorts } from '@space/runtime/testing';

/** A visitor of the second origin, as the gateway speaks for them. */
function visitorOf(ports: TestPorts) {
  const call = callAs(ports, { space_id: '', key_id: '', actor: { kind: 'person', id: 'visitor', name: 'Visitor' } });
  return {
    /** Opens a path of a blog. */
    open(path: string): Promise<PageAnswer> {
      const common = { path, visitor: 'anybody' };
      const [first = '', second, third] = path.slice(1).split('/');
      if (first === 'post') return call(blogPages, 'short', { ...common, id: second! });
      if (second === undefined) return call(blogPages, 'index', { ...common, base_slug: first });
      if (third !== undefined) return call(blogPages, 'older', { ...common, base_slug: first, number: third });
      const files = { 'feed.xml': 'rss', 'atom.xml': 'atom', 'feed.json': 'json', 'sitemap.xml': 'sitemap' } as const;
      const file = files[second as keyof typeof files];
      if (file) return call(blogPages, file, { ...common, base_slug: first });
      return call(blogPages, 'post', { ...common, base_slug: first, slug: second });
    },
  };
}

/** A Space of its own, with what a test does to its blogs. */
export function newBlogSpace(ports: TestPorts) {
  const caller = newSpaceCaller();
  const call = callAs(ports, caller);
  let made = 0;
  return {
    caller,
    call,
    visitor: visitorOf(ports),
    blog: (over: Record<string, unknown> = {}) =>
      call(blogCollections, 'create', { base_slug: `news-${caller.space_id.slice(-10)}-${++made}`, ...over } as never),
    post: (over: Record<string, unknown> = {}) => call(blogPosts, 'create', { title: 'The engine weaves', ...over } as never),
    /** The events about blogs since the beginning, oldest first. */
    events: async () => emittedIn(ports.database, 'publishing', caller.space_id),
  };
}

/** The path of an address. */
export const pathOf = (address: string): string => new URL(address).pathname;
