import type { ReactElement } from 'react';
import { faultsOf } from '../../../api/faults.ts';
import type { Thing } from '../../../api/use-thing.ts';
import { Button } from '../../../parts/button.tsx';
import { TextField } from '../../../parts/field.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { TextArea } from '../../../parts/text-area.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { SaveBar } from '../../editing/save-bar.tsx';
import { useEdit } from '../../editing/use-edit.ts';
import { type Asset, isShown } from '../library/asset.ts';
import { changesOf, draftOf, percentOf, withPercent } from './asset-draft.ts';
import { AssetPicture } from './asset-picture.tsx';

/** Renders the picture of a file and the texts about it. They can be edited by a member who may, and as long as it is not in the trash. */
export function AssetDetails({ thing }: { readonly thing: Thing<Asset> }): ReactElement {
  const space = useSpace();
  const mayWrite = space.scopes.includes('assets:write') && thing.value.trashed_at === null;
  const edit = useEdit({
    space_id: space.id,
    contract: 'assets',
    operations: { read: 'get', change: 'update' },
    path: { id: thing.value.id },
    thing,
    draftOf,
    changesOf,
    said: ({ name }) => `“${name.trim()}” is saved.`,
  });
  const { draft, saved } = edit;
  const faultOf = faultsOf(edit.refusal?.error);
  const change = (fields: Partial<typeof draft>) => edit.change({ ...draft, ...fields });
  const field = (name: 'name' | 'alt_text' | 'description' | 'tags') => ({
    value: draft[name],
    fault: faultOf(name),
    readOnly: !mayWrite,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => change({ [name]: target.value }),
  });
  const isPicture = saved.kind === 'image';
  const axes = [
    ['x', 'From the left, in percent'],
    ['y', 'From the top, in percent'],
  ] as const;
  return (
    <section className="card stack" aria-label="Details">
      {isShown(saved) ? (
        <AssetPicture asset={saved} point={draft.focal_point} onPoint={mayWrite ? (focal_point) => change({ focal_point }) : undefined} />
      ) : (
        <p className="soft">
          {isPicture ? 'The picture is too large to be shown here. Download it to see it.' : 'This file has no preview.'}
        </p>
      )}
      <TextField label="Name" required {...field('name')} />
      {isPicture && <TextArea label="Alternative text" help="Describes the picture for people who do not see it." {...field('alt_text')} />}
      <TextArea label="Notes" {...field('description')} />
      <TextArea label="Tags" help="One in each line." {...field('tags')} />
      {isPicture && mayWrite && (
        <fieldset className="field">
          <legend className="label">Focal point</legend>
          <p className="help">Crops of the picture contain this point. Click in the picture, or enter it here.</p>
          <div className="filters">
            {axes.map(([axis, label]) => (
              <TextField
                key={axis}
                label={label}
                type="number"
                min={0}
                max={100}
                value={draft.focal_point ? percentOf(draft.focal_point[axis]) : ''}
                placeholder="50"
                onChange={({ target }) => change({ focal_point: withPercent(draft.focal_point, axis, target.value) })}
              />
            ))}
          </div>
          {draft.focal_point && (
            <div>
              <Button small onClick={() => change({ focal_point: null })}>
                Use the middle
              </Button>
            </div>
          )}
        </fieldset>
      )}
      {edit.refusal && <ProblemNotice error={edit.refusal.error} />}
      <SaveBar edit={edit} onSave={() => void edit.save()} />
    </section>
  );
}
