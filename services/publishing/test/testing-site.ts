import type { ArgumentsOf, OutputOf, PageAnswer } from '@space/contracts/core';
import { pages, sitePages, sites } from '@space/contracts/publishing';
import { callAs, emittedIn, newSpaceCaller, type TestPorts } from '@space/runtime/testing';

type VisitorPage = keyof (typeof sitePages)['operations'];

/** Opens pages of the second origin as the gateway does for a visitor. */
function visitorOf(ports: TestPorts) {
  const call = callAs(ports, { space_id: '', key_id: '', actor: { kind: 'person', id: 'visitor', name: 'Visitor' } });
  const open = (name: VisitorPage, parameters: Record<string, string>): Promise<PageAnswer> =>
    call(sitePages, name, { ...parameters, path: '/', visitor: 'anybody' } as never);
  return {
    open,
    /** By address, as far as it is one of a page. */
    get(url: string): Promise<PageAnswer> {
      const [, first, second = '', third] = new URL(url).pathname.split('/');
      if (first === 'p') return open('standalone', { slug: second });
      if (third === undefined) return open('site', { site_slug: second });
      return third === '' ? open('home', { site_slug: second }) : open('page', { site_slug: second, slug: third });
    },
  };
}

/** A Space of its own, with short ways to what a test does in it. */
export function newSpace(ports: TestPorts) {
  const caller = newSpaceCaller();
  const call = callAs(ports, caller);
  type Pages = (typeof pages)['operations'];
  const page = (title: string, more: Partial<ArgumentsOf<Pages['create']>> = {}): Promise<OutputOf<Pages['create']>> =>
    call(pages, 'create', { title, ...(more.site_id === undefined ? { standalone: true } : {}), ...more });
  const publish = (id: string, more: Partial<ArgumentsOf<Pages['publish']>> = {}) => call(pages, 'publish', { id, ...more });
  return {
    caller,
    space_id: caller.space_id,
    call,
    visitor: visitorOf(ports),
    site: (title: string, more: Partial<ArgumentsOf<(typeof sites)['operations']['create']>> = {}) =>
      call(sites, 'create', { title, ...more }),
    page,
    publish,
    /** A page that visitors see. */
    live: async (title: string, more: Partial<ArgumentsOf<Pages['create']>> = {}) => publish((await page(title, more)).id),
    events: async () => (await emittedIn(ports.database, 'publishing', caller.space_id)).map(({ type, data }) => ({ type, data })),
  };
}

/** A refusal that was expected, for looking at. */
export const refusal = async (act: Promise<unknown>) =>
  act.then(
    () => {
      throw new Error('It was not refused.');
    },
    (problem: {
      code: string;
      status: number;
      message: string;
      extras: Record<string, unknown> & { errors?: { path: string; code: string; message: string }[] };
    }) => problem,
  );
