import { z } from 'zod';
import { id } from '../core/fields.ts';
import { operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { madeBetween } from '../core/time-fields.ts';
import { Run, RunStatus } from './automation.ts';
import { AUTOMATION_RUN_DAYS } from './limits.ts';

/** The operation on the runs of all automations of a Space. */
export const runSearchOperations = {
  search_runs: operation({
    summary: 'List the runs of all automations',
    description: `Newest first, unless sort says otherwise; runs are stored for ${AUTOMATION_RUN_DAYS} days.`,
    scope: 'automations:read',
    route: { method: 'GET', path: '/automation-runs', status: 200 },
    counterpart: 'list_automation_runs',
    input: z.strictObject({
      automation_id: id('automation').optional(),
      status: RunStatus.optional().describe('Only runs in this status'),
      ...madeBetween,
      sort: sortBy(['created_at'], '-created_at'),
      limit,
      cursor,
      include_total: includeTotal,
    }),
    output: page(Run),
    example: { status: 'failed' },
  }),
};
