import type { ReactElement, ReactNode } from 'react';
import { Button } from '../../parts/button.tsx';
import { type LiveNoun, type LiveState, liveBadge, liveWords } from '../live-state.ts';
import type { OtherPerson } from '../other-people.ts';

/** Props of the status: the live state, the word of the content, and the other people in it. */
export interface LiveStatusProps {
  readonly live: LiveState;
  readonly noun: LiveNoun;
  readonly people: readonly OtherPerson[];
}

/** Renders whether the changes of a person are saved, and who else is there. */
export function LiveStatus({ live, noun, people }: LiveStatusProps): ReactElement {
  const [text, look] = liveBadge(live);
  return (
    <div className="row live-status">
      <span className={look === '' ? 'badge' : `badge ${look}`} title={liveWords(live, noun)}>
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

/** Props of the notice: the live state, the word of the content, and the button that copies changes that may not be saved. */
export interface LiveNoticeProps {
  readonly live: LiveState | undefined;
  readonly noun: LiveNoun;
  readonly copy: ReactNode;
}

/** Renders what a person must know of a content that is not live, and the way out. It says nothing while all is well. */
export function LiveNotice({ live, noun, copy }: LiveNoticeProps): ReactElement {
  const isShown = live && (live.phase === 'ended' || (live.phase === 'offline' && (live.isUnsaved || !live.isSynced)));
  return (
    <div role="status" className={isShown ? undefined : 'hidden-text'}>
      {isShown && (
        <div className="notice warn">
          <p className="title">{liveWords(live, noun)}</p>
          {live.phase === 'ended' && (
            <div className="row">
              {live.isUnsaved && copy}
              <Button onClick={() => location.reload()}>Reload the page</Button>
            </div>
          )}
        </div>
      )}
    </div>
  );
}
