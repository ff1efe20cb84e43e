import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { thingQuery } from '../../../api/use-thing.ts';
import { sayFailed } from '../../../parts/toast.tsx';
import { useSearchParams } from '../../../routing/use-search-params.ts';
import { makeChange } from '../../../shell/change.ts';
import { useSpace } from '../../../shell/session.tsx';
import type { View } from './table.ts';
import { type ConfigChange, configParameter, withChange } from './view-config.ts';

const codecs = { with: configParameter };

/** Changes settings of a view and says what was done. It resolves when they are stored. */
export type ChangeConfig = (change: ConfigChange, said: string) => Promise<void>;

/**
 * Returns a view with its settings, and a function that changes them. They are stored in the view. For a person who cannot change views
 * they stand in the address.
 */
export function useViewConfig(view: View): readonly [View, ChangeConfig] {
  const space = useSpace();
  const queries = useQueryClient();
  const [params, setParams] = useSearchParams(codecs);
  const canSave = space.scopes.includes('tables:write') && view.id !== '';
  const text = params.with && configParameter.format(params.with);
  const [own, shown] = useMemo(() => {
    const changes = text === undefined ? undefined : configParameter.parse(text);
    return [changes, changes ? { ...view, config: withChange(view.config, changes) } : view] as const;
  }, [text, view]);
  async function change(by: ConfigChange, said: string): Promise<void> {
    if (!canSave) {
      setParams({ with: { ...own, ...by } });
      return;
    }
    try {
      const path = { table_id: view.table_id, view_id: view.id };
      const { value, etag } = await queries.fetchQuery({ ...thingQuery<View>(space.id, 'views', 'get', path), staleTime: 0 });
      const config = withChange(value.config, { ...own, ...by });
      const fields = { config };
      await makeChange(queries, {
        space_id: space.id,
        contract: 'views',
        name: 'update',
        path,
        fields,
        before: { config: value.config },
        etag,
        said,
      });
      if (own) setParams({ with: undefined }, { replace: true });
    } catch (error) {
      sayFailed(error);
    }
  }
  return [shown, change];
}
