import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { ApiError } from '../../api/api-error.ts';
import { type Thing, thingQuery } from '../../api/use-thing.ts';
import { sayFailed } from '../../parts/toast.tsx';
import { matchRead } from '../../routing/match-route.ts';
import { spacePath } from '../../routing/paths.ts';
import { type Asset, isShown, pictureUrl } from '../../screens/files/library/asset.ts';
import { useSpace } from '../../shell/session.tsx';
import { kindWord, readSpaceAddress } from '../model/space-address.ts';
import type { References } from '../node-views/references.ts';

/** Milliseconds for which the name of a thing is not read again. */
const NAME_TTL_MS = 60_000;

/** Pixels of a picture in a document. */
const PICTURE_WIDTH = 1_280;

/** Returns the name of a thing as people call it, of the fields that an answer may have. */
function nameOfThing(value: Readonly<Record<string, unknown>>): string | undefined {
  const texts = [value.title, value.name, value.email].filter((text): text is string => typeof text === 'string' && text !== '');
  return texts[0];
}

/** Returns true if a thing does not exist or may not be read; any other failure may pass. */
const isAbsent = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

/** Returns what the page knows of addresses in a document of the Space. */
export function useReferences(): References {
  const space = useSpace();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const read = async <Value>(path: string): Promise<Value | undefined> => {
    const matched = matchRead(path);
    if (!matched || (matched.scope !== '' && !space.scopes.includes(matched.scope))) return undefined;
    const query = thingQuery<Value>(space.id, matched.contract, matched.name, matched.args);
    try {
      const thing: Thing<Value> = await queries.fetchQuery({ ...query, staleTime: NAME_TTL_MS, retry: false });
      return thing.value;
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw error;
    }
  };
  function hrefOf(href: string): string | undefined {
    const thing = readSpaceAddress(href);
    if (thing) return thing.path && spacePath(space.id, thing.path);
    return /^(?:https?|mailto|tel):/i.test(href) ? href : undefined;
  }
  return {
    hrefOf,
    kindOf: (href) => kindWord(readSpaceAddress(href)?.kind ?? 'link'),
    async nameOf(href) {
      const thing = readSpaceAddress(href);
      if (!thing?.path || thing.id === '') return thing?.kind === 'tasks' ? 'Tasks' : undefined;
      const value = await read<Readonly<Record<string, unknown>>>(thing.path);
      return value && (nameOfThing(value) ?? thing.id);
    },
    async pictureOf(src) {
      const thing = readSpaceAddress(src);
      if (thing?.kind !== 'asset' || !thing.path) return undefined;
      const asset = await read<Asset>(thing.path);
      return asset && isShown(asset) ? pictureUrl(space.id, asset, PICTURE_WIDTH) : undefined;
    },
    open(href) {
      const target = href.startsWith('/spaces/') ? href : hrefOf(href);
      if (target === undefined) sayFailed(new Error('This address leads nowhere from here.'));
      else if (target.startsWith('/')) navigate(target);
      else window.open(target, '_blank', 'noopener,noreferrer');
    },
  };
}
