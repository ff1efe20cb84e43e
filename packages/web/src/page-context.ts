import { type Bus, type CallContext, request } from '@space/bus';
import { Problem } from '@space/contracts/core';
import { MAX_CACHED, spaceDirectory } from '@space/contracts/platform';
import { SECOND_MS } from '@space/time';
import { LRUCache } from 'lru-cache';
import { choosePageLocale, type PageLocale } from './page-locale.ts';
import { createTheme, defaultLook, type Theme } from './theme.ts';

/** The look and the language of a public page. */
export interface PageContext {
  readonly theme: Theme;
  readonly locale: PageLocale;
}

/** The visit of a page: the call of the gateway, with the language that the browser prefers. */
export type PageCall = Omit<CallContext, 'caller'> & { readonly input: { readonly locale: string } };

/** Reads the looks of Spaces for pages, and caches them for five seconds. */
export interface PageContexts {
  /**
   * Returns the context of a page of a Space. `own` is the language of the page itself. When the look cannot be read, the page
   * has the default look. Throws `not_found` for a Space that is closed.
   */
  of(call: PageCall, space: string, own?: string | null): Promise<PageContext>;
}

const defaultTheme = createTheme(defaultLook);

/** Returns the context of a page of which no Space is known. */
export const plainContext = (visitor: string): PageContext => ({
  theme: defaultTheme,
  locale: choosePageLocale(null, defaultLook, visitor),
});

/** The ports of a service that pages need. */
interface ContextPorts {
  readonly bus: Pick<Bus, 'request'>;
  readonly log: { warn(fields: object, message: string): void };
}

/** Returns the contexts of the pages of a service. */
export function createPageContexts({ bus, log }: ContextPorts): PageContexts {
  const themes = new LRUCache<string, Promise<Theme>>({ max: MAX_CACHED.looks, ttl: 5 * SECOND_MS });

  async function readTheme(call: PageCall, space: string): Promise<Theme> {
    const caller = { space_id: space, key_id: '', actor: { kind: 'person', id: 'visitor', name: 'Visitor' } } as const;
    try {
      return createTheme(await request(bus, { ...call, caller }, spaceDirectory, 'look', {}));
    } catch (error) {
      // The pages of a Space that is closed are not found.
      if (!(error instanceof Problem) || error.code === 'not_found') throw error;
      log.warn({ err: error, space_id: space }, 'could not read the look of a Space; its pages have the default look');
      return defaultTheme;
    }
  }

  return {
    async of(call, space, own = null) {
      let theme = themes.get(space);
      if (!theme) {
        theme = readTheme(call, space);
        themes.set(space, theme);
        theme.catch(() => themes.delete(space));
      }
      const read = await theme;
      return { theme: read, locale: choosePageLocale(own, read.look, call.input.locale) };
    },
  };
}
