import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect, useState } from 'react';
import { spaceClient } from '../../api/space-client.ts';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { totalText } from '../../parts/total-text.ts';
import { useSpace } from '../../shell/session.tsx';
import type { Condition } from './condition-draft.ts';
import { contactsQuery } from './contact.ts';

/** Milliseconds after the last change before contacts are counted. */
const PAUSE_MS = 350;

/** Renders how many contacts a condition has now, and the first of them. */
export function LiveCount({ condition }: { readonly condition: Condition | undefined }): ReactElement {
  const space = useSpace();
  const text = condition === undefined ? '' : JSON.stringify(condition);
  const [counted, setCounted] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setCounted(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, error } = useQuery({
    queryKey: [...contactsQuery(space.id), 'count', counted],
    queryFn: ({ signal }) =>
      spaceClient(space.id).contacts.list(
        { condition: JSON.parse(counted) as Condition, include_total: true, limit: 3, fields: ['name'], sort: 'name' },
        { signal },
      ),
    enabled: counted !== '',
    placeholderData: (before) => before,
  });
  if (error) return <ProblemNotice error={error} />;
  const { total: count = 0, total_is_exact } = data ?? {};
  const names = data?.data.map(({ name }) => name).join(', ');
  return (
    <p className="notice" role="status">
      {condition === undefined && 'Complete the rules to count the contacts.'}
      {condition !== undefined && !data && 'Counting …'}
      {condition !== undefined &&
        data &&
        `${count === 1 ? '1 contact' : `${totalText(count, total_is_exact)} contacts`} now${names ? `: ${names}${count > 3 ? ' …' : ''}` : ''}`}
    </p>
  );
}
