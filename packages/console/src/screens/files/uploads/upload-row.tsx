import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useEffect } from 'react';
import { Link } from 'wouter';
import { asApiError } from '../../../api/api-error.ts';
import { spaceClient } from '../../../api/space-client.ts';
import { Button } from '../../../parts/button.tsx';
import { spacePath } from '../../../routing/paths.ts';
import { assetsKey, foldersKey } from '../library/asset.ts';
import { sizeText } from '../library/size-text.ts';
import { uploads } from './own-uploads.ts';
import { isOnItsWay, type UploadEntry } from './upload-queue.ts';
import { reasonText } from './upload-words.ts';

/** Milliseconds after which the check of a file is read again, should no live update say that it has ended. */
const PROGRESS_MS = 3_000;

/** Reads of one check. A longer one is in the list of files when it ends. */
const MAX_READS = 40;

/** Reads what an upload has become while its file is checked. */
function useCheck({ key, space_id, id, phase }: UploadEntry): void {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ['space', space_id, 'asset_uploads', 'get', { id }],
    queryFn: ({ signal }) => spaceClient(space_id).asset_uploads.get({ id: id! }, { signal }),
    enabled: phase === 'checking' && id !== undefined,
    refetchInterval: ({ state }) => state.dataUpdateCount < MAX_READS && PROGRESS_MS,
    staleTime: 0,
  });
  useEffect(() => {
    if (phase !== 'checking' || !data) return;
    uploads.record(key, data);
    if (data.status !== 'ready') return;
    void queries.invalidateQueries({ queryKey: assetsKey(space_id) });
    void queries.invalidateQueries({ queryKey: foldersKey(space_id) });
  }, [phase, data, key, queries, space_id]);
}

/** Renders a file on its way: how far it is, why it stopped, and what can be done. */
export function UploadRow({ entry }: { readonly entry: UploadEntry }): ReactElement {
  useCheck(entry);
  const { key, space_id, name, size, sent, phase, asset_id, reason, error } = entry;
  return (
    <li>
      <span className="cut">{asset_id === null ? name : <Link href={spacePath(space_id, `/assets/${asset_id}`)}>{name}</Link>}</span>
      <span className="soft number">{phase === 'sending' ? `${sizeText(sent)} of ${sizeText(size)}` : stateText(phase, size)}</span>
      {isOnItsWay(entry) && (
        <Button small aria-label={`Cancel ${name}`} onClick={() => uploads.cancel(key)}>
          Cancel
        </Button>
      )}
      {phase === 'failed' && (
        <span className="row">
          <Button small aria-label={`Continue ${name}`} onClick={() => uploads.retry(key)}>
            Continue
          </Button>
          <Button small aria-label={`Cancel ${name}`} onClick={() => uploads.cancel(key)}>
            Cancel
          </Button>
        </span>
      )}
      {phase === 'sending' && <progress aria-label={`Sent of ${name}`} max={Math.max(size, 1)} value={sent} />}
      {phase === 'failed' && <p className="file-fault">{faultText(error)}</p>}
      {phase === 'rejected' && <p className="file-fault">{reasonText(reason)}</p>}
    </li>
  );
}

function stateText(phase: UploadEntry['phase'], size: number): string {
  if (phase === 'checking') return 'It is checked …';
  if (phase === 'waiting') return 'It waits';
  return phase === 'ready' ? sizeText(size) : phase === 'rejected' ? 'Refused' : 'Stopped';
}

/** Returns the sentence of a failure, with the field that was refused. */
function faultText(error: unknown): string {
  const { message, errors } = asApiError(error);
  return [message, ...errors.map(({ path, message: fault }) => `${path} ${fault}.`)].join(' ');
}
