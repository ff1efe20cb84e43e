import { useLocation, useSearch } from 'wouter';
import { formatSearch, parseSearch, type ValuesOf } from './search-params.ts';

/** Returns the typed search parameters of a screen, and a function that changes some of them in the address. */
export function useSearchParams<C extends object>(
  codecs: C,
): readonly [ValuesOf<C>, (values: Partial<ValuesOf<C>>, options?: { readonly replace?: boolean }) => void] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  return [parseSearch(codecs, search), (values, options = {}) => navigate(`${path}${formatSearch(codecs, values, search)}`, options)];
}
