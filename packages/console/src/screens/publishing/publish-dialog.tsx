import { type ReactElement, type ReactNode, use, useState } from 'react';
import { faultsOf } from '../../api/faults.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Choices, TextField } from '../../parts/field.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Timezone } from '../../parts/time-ago.tsx';
import { momentIn, type PublishArguments } from './publication.ts';

/** Props of the dialog that publishes a thing, or takes it down. */
export interface PublishDialogProps {
  readonly thing: { readonly title: string; readonly published_slug?: string | null };
  readonly publish: boolean;
  /** True for a page and a document: its address is chosen when it is published. */
  readonly hasSlug: boolean;
  /** False for a document: it is published now. */
  readonly hasSchedule?: boolean;
  /** The facts of the publication, above the form. */
  readonly about?: ReactNode;
  readonly onPublish: (args: PublishArguments) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Renders the dialog that publishes a thing, or takes it down: now, or at a time. */
export function PublishDialog({
  thing,
  publish,
  hasSlug,
  hasSchedule = true,
  about,
  onPublish,
  onClose,
}: PublishDialogProps): ReactElement {
  const zone = use(Timezone) ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [when, setWhen] = useState<'now' | 'later'>('now');
  const [time, setTime] = useState('');
  const [slug, setSlug] = useState(thing.published_slug ?? '');
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const faultOf = faultsOf(error);
  const action = publish ? 'Publish' : 'Unpublish';
  const at = when === 'later' ? { [publish ? 'publish_at' : 'unpublish_at']: momentIn(time, zone) } : {};
  const isMoved = publish && hasSlug && slug.trim() !== '' && slug.trim() !== thing.published_slug;

  async function run(): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      await onPublish({ publish, ...(isMoved && { published_slug: slug.trim() }), ...at });
      onClose();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  }

  return (
    <Dialog title={`${action} “${thing.title}”?`} open onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy && (when === 'now' || time !== '')) void run();
        }}
      >
        {about}
        <p>
          {publish
            ? 'Everyone can see it at its public address.'
            : 'Its address answers “not found” until it is published again. Nothing is deleted.'}
        </p>
        {publish && hasSlug && (
          <TextField
            label="Last part of its address"
            placeholder="Made from the title"
            maxLength={80}
            help="Small letters, digits and hyphens. An old address leads to the new one."
            fault={faultOf('published_slug') ?? faultOf('slug')}
            value={slug}
            onChange={(event) => setSlug(event.target.value)}
          />
        )}
        {hasSchedule && (
          <Choices
            legend="When"
            name="when"
            value={when}
            choices={[
              ['now', 'Now'],
              ['later', 'At a time'],
            ]}
            onChoose={setWhen}
          />
        )}
        {when === 'later' && (
          <TextField
            label="Time"
            type="datetime-local"
            required
            help={`In ${zone}`}
            fault={faultOf(publish ? 'publish_at' : 'unpublish_at')}
            value={time}
            onChange={(event) => setTime(event.target.value)}
          />
        )}
        {error !== undefined && <ProblemNotice error={error} />}
        <div className="row end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look={publish ? 'primary' : 'danger primary'} disabled={isBusy || (when === 'later' && time === '')}>
            {when === 'later' ? 'Schedule' : action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
