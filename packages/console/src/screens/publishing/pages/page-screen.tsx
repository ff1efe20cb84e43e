import { type ReactElement, useState } from 'react';
import { Link } from 'wouter';
import { Button, buttonClass } from '../../../parts/button.tsx';
import { IdText } from '../../../parts/id-text.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { SameCall } from '../../../parts/same-call.tsx';
import type { PathArguments } from '../../../routing/designed-screens.ts';
import { spacePath } from '../../../routing/paths.ts';
import { useLeaveGuard } from '../../../shell/leave-guard.tsx';
import { PageHead } from '../../../shell/page-head.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { Crumbs } from '../crumbs.tsx';
import { type LoadedProps, LoadedThing } from '../loaded-thing.tsx';
import { PublicationBadges } from '../publication-badges.tsx';
import { PublishActions } from '../publish-actions.tsx';
import type { Page } from '../queries/page.ts';
import { useEdits } from '../use-edits.ts';
import { DeletePageDialog } from './delete-page-dialog.tsx';
import { PageEditor } from './page-editor.tsx';
import { PlaceForm } from './place-form.tsx';
import '../publishing.css';

/** Renders a page: its editor next to its preview, its place in the site, and its publication. */
export const PageScreen = ({ id = '' }: PathArguments): ReactElement => (
  <LoadedThing<Page> contract="pages" id={id} noun="Page" list={['/pages', 'Pages']}>
    {(loaded) => <LoadedPage {...loaded} />}
  </LoadedThing>
);

function LoadedPage({ thing: page, error, onRetry }: LoadedProps<Page>): ReactElement {
  const space = useSpace();
  const [isDeleting, setDeleting] = useState(false);
  const { id, title, schedule_error } = page.value;
  const by = { contract: 'pages', path: { id } };
  const content = useEdits(page, { ...by, said: `The draft of “${title}” is saved.` });
  const place = useEdits(page, { ...by, said: `The place of “${title}” is saved.` });
  const guard = useLeaveGuard(content.isDirty || place.isDirty);
  return (
    <>
      <Crumbs path="/pages" label="Pages" />
      <PageHead title={title} about={<PublicationBadges {...page.value} />}>
        <SameCall contract="pages" name="get" args={{ id }} />
        <Link className={buttonClass(undefined)} href={spacePath(space.id, `/pages/${id}/versions`)}>
          Versions
        </Link>
        <PublishActions contract="pages" thing={page.value} isDirty={content.isDirty} saveFirst={content.save} />
      </PageHead>
      {error !== null && <ProblemNotice error={error} onRetry={onRetry} />}
      {schedule_error && (
        <div className="notice bad">
          <p className="title">The page was not published at its time.</p>
          <p>{schedule_error}</p>
        </div>
      )}
      <PageEditor edits={content} />
      <PlaceForm edits={place} />
      <div className="row">
        <IdText id={id} />
        {space.scopes.includes('pages:write') && (
          <Button look="danger" onClick={() => setDeleting(true)}>
            Delete
          </Button>
        )}
      </div>
      {isDeleting && <DeletePageDialog page={page.value} onClose={() => setDeleting(false)} />}
      {guard}
    </>
  );
}
