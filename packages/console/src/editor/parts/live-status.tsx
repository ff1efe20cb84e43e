import type { ReactElement } from 'react';
import { Button } from '../../parts/button.tsx';
import { type LiveState, liveBadge, liveWords } from '../live/live-state.ts';
import type { MountedEditor, OtherPerson } from '../mounted-editor.ts';
import { CopyText } from './copy-text.tsx';

/** Renders whether the changes of a person are saved, and who else is in the document. */
export function LiveStatus({ live, people }: { readonly live: LiveState; readonly people: readonly OtherPerson[] }): ReactElement {
  const [text, look] = liveBadge(live);
  return (
    <div className="row live-status">
      <span className={look === '' ? 'badge' : `badge ${look}`} title={liveWords(live)}>
        {text}
      </span>
      {people.length > 0 && (
        <ul className="row live-people" aria-label="Also here">
          {people.map(({ client, name, colour }) => (
            <li key={client} className={`badge colour-${colour}`}>
              {name}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Renders what a person must know of a document that is not live, and the way out. It says nothing while all is well. */
export function LiveNotice({
  live,
  editor,
}: {
  readonly live: LiveState | undefined;
  readonly editor: MountedEditor | undefined;
}): ReactElement {
  const isShown = live && (live.phase === 'ended' || (live.phase === 'offline' && (live.isUnsaved || !live.isSynced)));
  return (
    <div role="status" className={isShown ? undefined : 'hidden-text'}>
      {isShown && (
        <div className="notice warn">
          <p className="title">{liveWords(live)}</p>
          {live.phase === 'ended' && (
            <div className="row">
              {live.isUnsaved && <CopyText editor={editor} />}
              <Button onClick={() => location.reload()}>Reload the page</Button>
            </div>
          )}
        </div>
      )}
    </div>
  );
}
