import type { ReactElement } from 'react';
import { Button } from '../../../parts/button.tsx';
import type { FileActs } from '../acts/use-file-acts.tsx';
import { type Asset, MAX_CHOSEN } from '../library/asset.ts';

/** Props of the bar: the chosen files, whether they are in the trash, what can be done, and the end of the choice. */
export interface ChosenBarProps {
  readonly assets: readonly Asset[];
  readonly isTrash: boolean;
  readonly acts: FileActs;
  readonly onNone: () => void;
}

/** Renders what can be done with the chosen files. */
export function ChosenBar({ assets, isTrash, acts, onNone }: ChosenBarProps): ReactElement {
  const isTooMany = assets.length > MAX_CHOSEN;
  const things = { assets };
  return (
    <section className="chosen-bar" aria-label="Chosen files">
      <span role="status">
        {isTooMany ? `Choose at most ${MAX_CHOSEN}.` : `${assets.length === 1 ? '1 file' : `${assets.length} files`} chosen`}
      </span>
      <Button onClick={onNone}>Choose none</Button>
      {isTrash ? (
        <>
          <Button disabled={isTooMany} onClick={() => void acts.restore(things)}>
            Restore
          </Button>
          <Button look="danger" disabled={isTooMany} onClick={() => acts.removeForGood(things)}>
            Delete for good
          </Button>
        </>
      ) : (
        <>
          <Button disabled={isTooMany} onClick={() => acts.move(things)}>
            Move
          </Button>
          <Button look="danger" disabled={isTooMany} onClick={() => void acts.remove(things)}>
            Delete
          </Button>
        </>
      )}
    </section>
  );
}
