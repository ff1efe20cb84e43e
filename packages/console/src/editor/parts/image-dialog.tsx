import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Link } from 'wouter';
import { spaceClient } from '../../api/space-client.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { spacePath } from '../../routing/paths.ts';
import { type Asset, assetsKey, isShown, pictureUrl } from '../../screens/files/library/asset.ts';
import { useSpace } from '../../shell/session.tsx';

/** Pictures that the dialog shows at most. A search finds the others. */
const SHOWN = 24;

/** Pixels of a picture in the list. */
const WIDTH = 320;

/** Props of the dialog: what is done with a chosen picture. */
export interface ImageDialogProps {
  readonly onChoose: (src: string, alt: string) => void;
  readonly onClose: () => void;
}

/** Renders the pictures of the Space, newest first, to choose one. */
export function ImageDialog({ onChoose, onClose }: ImageDialogProps): ReactElement {
  const space = useSpace();
  const [search, setSearch] = useState('');
  const filter = { kind: ['image'] as Asset['kind'][], limit: SHOWN, ...(search.trim() && { search: search.trim() }) };
  const { data, error, refetch } = useQuery({
    queryKey: [...assetsKey(space.id), 'list', 'pictures', filter],
    queryFn: ({ signal }) => spaceClient(space.id).assets.list(filter, { signal }),
    placeholderData: (before) => before,
  });
  return (
    <Dialog title="Insert a picture" open look="wide" onClose={onClose}>
      <div className="stack">
        <TextField type="search" label="Search" value={search} onChange={({ target }) => setSearch(target.value)} />
        {error && <ProblemNotice error={error} onRetry={refetch} />}
        {!data && !error && <Skeleton />}
        {data?.data.length === 0 && (
          <p>
            {search.trim() ? 'No picture matches. ' : 'No picture yet. '}
            <Link href={spacePath(space.id, '/assets')}>Upload one in Files</Link>, then insert it here.
          </p>
        )}
        <ul className="doc-pictures">
          {data?.data.map((asset) => (
            <li key={asset.id}>
              <Button className="doc-picture" onClick={() => onChoose(`space:asset/${asset.id}`, asset.alt_text ?? '')}>
                {isShown(asset) ? (
                  <img src={pictureUrl(space.id, asset, WIDTH)} alt="" loading="lazy" />
                ) : (
                  <span className="soft">No preview</span>
                )}
                <span className="cut">{asset.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
