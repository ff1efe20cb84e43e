import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { buttonClass } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import type { MatchedRead } from '../../routing/match-route.ts';
import { spacePath } from '../../routing/paths.ts';
import { useSpace } from '../../shell/session.tsx';
import { RecordActs } from '../acts/record-acts.tsx';
import { titleField } from './columns.ts';
import { pathOf, titleText } from './entry.ts';
import { Below, Facts } from './facts.tsx';
import { titleOf } from './titles.ts';
import { useRecord } from './use-record.ts';
import { useShape } from './use-shape.ts';

/** Renders a thing over its list, with a link to its own page. */
export function RecordDrawer({ read, onClose }: { readonly read: MatchedRead; readonly onClose: () => void }): ReactElement {
  const space = useSpace();
  const shape = useShape(read.contract, read.name);
  const { data, error, refetch } = useRecord(read, shape, read.args);
  const title = data && shape ? titleText(data.value, titleField(shape.fields)) : error ? titleOf(read) : 'Loading';
  return (
    <Dialog title={title} open look="drawer" onClose={onClose}>
      <div className="stack">
        <div className="row">
          <Link href={spacePath(space.id, pathOf(read))} className={buttonClass(undefined)}>
            Open the page
          </Link>
          {data && <RecordActs read={read} value={data.value} etag={data.etag} title={title} path={pathOf(read)} />}
        </div>
        {error && <ProblemNotice error={error} onRetry={refetch} />}
        {data && shape ? <Facts shape={shape} entry={data.value} /> : !error && <Skeleton />}
        {data && <Below read={read} />}
      </div>
    </Dialog>
  );
}
