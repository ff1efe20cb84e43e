import type { ReactElement } from 'react';
import { Link } from 'wouter';
import './booking-pages.css';
import { useThing } from '../../../api/use-thing.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { SameCall } from '../../../parts/same-call.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { StateBadge } from '../../../parts/state-badge.tsx';
import { spacePath } from '../../../routing/paths.ts';
import { oneOf } from '../../../routing/search-params.ts';
import { useSearchParams } from '../../../routing/use-search-params.ts';
import { PageHead } from '../../../shell/page-head.tsx';
import { useSpace } from '../../../shell/session.tsx';
import type { BookingPage } from './booking-page.ts';
import { PageActions } from './page-actions.tsx';
import { PageEditor } from './page-editor.tsx';
import { editorTabs } from './page-values.ts';
import { PreviewPanel } from './preview-panel.tsx';

const params = { tab: oneOf(editorTabs.map(([name]) => name)) };

/** Renders a booking page: its editor, and the times that a visitor gets. */
export function BookingPageScreen({ id = '' }: Readonly<Record<string, string>>): ReactElement {
  const space = useSpace();
  const [{ tab = 'details' }, setParams] = useSearchParams(params);
  const { data, error, refetch } = useThing<BookingPage>(space.id, 'booking_pages', 'get', { id });
  return (
    <>
      <nav className="crumbs" aria-label="Above">
        <span>
          <Link href={spacePath(space.id, '/booking-pages')}>Booking pages</Link> /
        </span>
      </nav>
      {data || error ? (
        <PageHead title={data?.value.name ?? 'Booking page'} about={data && <StateBadge state={data.value.status} />}>
          <SameCall contract="booking_pages" name="get" args={{ id }} />
        </PageHead>
      ) : (
        <h1 className="hidden-text">Booking page</h1>
      )}
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton />}
      {data && (
        <>
          <PageActions thing={data} />
          <div className="page-columns">
            <PageEditor key={id} thing={data} tab={tab} onTab={(next) => setParams({ tab: next }, { replace: true })} />
            <PreviewPanel id={id} />
          </div>
        </>
      )}
    </>
  );
}
