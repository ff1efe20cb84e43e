import type { ReactElement } from 'react';
import { Link, useSearch } from 'wouter';
import type { Arguments } from '../../api/send.ts';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { type MatchedRead, matchRead } from '../../routing/match-route.ts';
import { spacePath } from '../../routing/paths.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { RecordActs } from '../acts/record-acts.tsx';
import { titleField } from './columns.ts';
import { pathOf, titleText } from './entry.ts';
import { Below, Facts } from './facts.tsx';
import { argumentsFrom, missingParams } from './filter-values.ts';
import { Filters } from './filters.tsx';
import { MissingNotice } from './missing-notice.tsx';
import { titleOf } from './titles.ts';
import { useRecord } from './use-record.ts';
import { useShape } from './use-shape.ts';

/** Renders any single read of the catalog: a thing with its fields and the lists below it. */
export function RecordScreen({ read }: { readonly read: MatchedRead }): ReactElement {
  const search = useSearch();
  const shape = useShape(read.contract, read.name);
  const args: Arguments = { ...read.args, ...argumentsFrom(shape?.params ?? [], search) };
  const missing = missingParams(shape?.params ?? [], args);
  const { data, error, refetch } = useRecord(read, missing.length === 0 ? shape : undefined, args);
  const isThing = read.path.split('/').at(-1)!.startsWith(':');
  const title = isThing && data && shape ? titleText(data.value, titleField(shape.fields)) : titleOf(read);
  return (
    <>
      <Crumbs read={read} />
      {/* The title of a thing is known only with the thing; until then the heading waits, so that it takes the focus once. */}
      {data || error || !isThing ? (
        <PageHead title={title}>
          <SameCall contract={read.contract} name={read.name} args={args} />
          {data && <RecordActs read={read} value={data.value} etag={data.etag} title={title} path={pathOf(read)} />}
        </PageHead>
      ) : (
        <h1 className="hidden-text">{title}</h1>
      )}
      {shape && shape.params.length > 0 && <Filters params={shape.params} />}
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {missing.length > 0 && <MissingNotice missing={missing} />}
      {data && shape ? <Facts shape={shape} entry={data.value} /> : !error && missing.length === 0 && <Skeleton />}
      {data && <Below read={read} />}
    </>
  );
}

/** Renders links to the lists and things that contain a thing. */
function Crumbs({ read }: { readonly read: MatchedRead }): ReactElement | null {
  const space = useSpace();
  const segments = pathOf(read).split('/').slice(1, -1);
  const parents = segments.flatMap((_, index) => {
    const path = `/${segments.slice(0, index + 1).join('/')}`;
    const parent = matchRead(path);
    return parent ? [{ path, label: labelOfParent(parent) }] : [];
  });
  if (parents.length === 0) return null;
  return (
    <nav className="crumbs" aria-label="Above">
      {parents.map(({ path, label }) => (
        <span key={path}>
          <Link href={spacePath(space.id, path)}>{label}</Link> /
        </span>
      ))}
    </nav>
  );
}

const labelOfParent = (parent: MatchedRead): string =>
  parent.answer === 'one' ? (Object.values(parent.args).at(-1) ?? titleOf(parent)) : titleOf(parent);
