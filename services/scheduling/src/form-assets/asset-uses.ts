import type { Handlers } from '@space/bus';
import { formAssetId, type schedulingAssetUses } from '@space/contracts/assets';
import type { Ports } from '@space/runtime';
import { listShowingSubmissions } from './form-assets.queries.ts';

/** Submissions of one page of the answer. */
const PAGE_THINGS = 100;

/** Creates the handler that says which submissions have files that are assets, or become ones. */
export const assetUseHandlers = ({ database }: Pick<Ports, 'database'>): Handlers<typeof schedulingAssetUses> => ({
  async of({ input: { kind, thing_id, container_id, cursor }, caller }) {
    const isWanted = (kind === undefined || kind === 'form_submission') && container_id === undefined;
    const rows = isWanted
      ? await listShowingSubmissions(database, caller.space_id, { thing_id, after: cursor ?? '', limit: PAGE_THINGS + 1 })
      : [];
    const shown = rows.slice(0, PAGE_THINGS);
    const has_more = rows.length > PAGE_THINGS;
    return {
      data: shown.map(({ id, form_id, form, files }) => ({
        kind: 'form_submission',
        thing_id: id,
        name: form,
        path: `/forms/${form_id}/submissions/${id}`,
        places: files.map((file) => ({ asset_id: formAssetId(file), place: '', is_public: false })),
      })),
      has_more,
      next_cursor: has_more ? (shown.at(-1)?.id ?? null) : null,
    };
  },
});
