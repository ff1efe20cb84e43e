import { allowedResources, type CanUse } from '@space/contracts/core';
import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';

/** Builds the condition, with a leading `and`, that a Can use list allows every resource of the feed event `e`, or one of its alternatives. */
export function canUseCondition(canUse: CanUse): FragmentSqlToken {
  const allowed = sql.array(allowedResources(canUse), 'text');
  return sql.fragment`and not exists (
    select from unnest(e.resource_ids) as resource
    where not exists (
      select from unnest(string_to_array(resource, '|')) as alternative
      where alternative = any(${allowed}) or split_part(alternative, ':', 1) || ':*' = any(${allowed})))`;
}
