import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { spaceClient } from '../../../api/space-client.ts';
import { Button, buttonClass } from '../../../parts/button.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { TimeAgo } from '../../../parts/time-ago.tsx';
import { sayFailed } from '../../../parts/toast.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { pushUndo } from '../../../shell/undo.ts';
import { type Asset, assetsKey, contentUrl } from '../library/asset.ts';
import { sizeText } from '../library/size-text.ts';

/** Versions that an asset can have, or more. */
const LIMIT = 50;

/** Renders the files that an asset has had. A former one can be downloaded, and become the current one again. */
export function Versions({ asset }: { readonly asset: Asset }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const { assets } = spaceClient(space.id);
  const { id } = asset;
  const mayWrite = space.scopes.includes('assets:write') && asset.trashed_at === null;
  const { data, error, refetch } = useQuery({
    queryKey: [...assetsKey(space.id), 'list_versions', { id }],
    queryFn: ({ signal }) => assets.list_versions({ id, limit: LIMIT }, { signal }),
  });

  const reread = () => queries.invalidateQueries({ queryKey: assetsKey(space.id) });

  async function restore(version: number): Promise<void> {
    try {
      const { previous_version, previous_name } = await assets.restore_version({ id, version });
      await reread();
      if (previous_version === null) return;
      pushUndo({
        said: `“${asset.name}” has the file of version ${version} again.`,
        undo: () => assets.restore_version({ id, version: previous_version, restore_name: previous_name !== null }).then(reread),
      });
    } catch (failure) {
      sayFailed(failure);
    }
  }

  return (
    <section className="stack" aria-label="Versions">
      <h2>Versions</h2>
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {data && (
        <div className="table-box cards">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Version</th>
                <th scope="col">Name</th>
                <th scope="col" className="end">
                  Size
                </th>
                <th scope="col">Since</th>
                <th scope="col">By</th>
                <th scope="col">
                  <span className="hidden-text">Acts</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.data.map(({ version, name, size, is_current, created_at, created_by }) => (
                <tr key={version}>
                  <td className="first">
                    {version} {is_current && <span className="badge">current</span>}
                  </td>
                  <td data-label="Name">
                    <span className="cut">{name}</span>
                  </td>
                  <td data-label="Size" className="end number">
                    {sizeText(size)}
                  </td>
                  <td data-label="Since">
                    <TimeAgo at={created_at} />
                  </td>
                  <td data-label="By">
                    <span className="cut">{created_by.name}</span>
                  </td>
                  <td className="bare">
                    <span className="row end">
                      <a
                        className={buttonClass(undefined, true)}
                        href={contentUrl(space.id, id, version)}
                        download
                        aria-label={`Download version ${version}`}
                      >
                        Download
                      </a>
                      {mayWrite && !is_current && (
                        <Button small aria-label={`Restore version ${version}`} onClick={() => void restore(version)}>
                          Restore
                        </Button>
                      )}
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
