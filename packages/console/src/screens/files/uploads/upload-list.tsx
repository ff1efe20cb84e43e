import type { ReactElement } from 'react';
import { Button } from '../../../parts/button.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { uploads, useUploads } from './own-uploads.ts';
import { UploadRow } from './upload-row.tsx';
import { progressText } from './upload-words.ts';

/** Renders the files that this tab uploads, and says how far they are. Without one it is empty, so that a reader knows its status. */
export function UploadList(): ReactElement {
  const space = useSpace();
  const entries = useUploads(space.id);
  const isBusy = entries.some(({ phase }) => phase !== 'ready' && phase !== 'rejected' && phase !== 'failed');
  return (
    <section className={entries.length > 0 ? 'card stack' : 'hidden-text'} aria-label="Uploads">
      <div className="row">
        <p role="status">{progressText(entries)}</p>
        {entries.length > 0 && !isBusy && (
          <Button small onClick={() => uploads.dismiss(space.id)}>
            Close
          </Button>
        )}
      </div>
      {entries.length > 0 && (
        <ul className="uploads">
          {entries.map((entry) => (
            <UploadRow key={entry.key} entry={entry} />
          ))}
        </ul>
      )}
    </section>
  );
}
