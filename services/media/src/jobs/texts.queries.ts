import { sql } from '@space/database';
import { spaceWord } from '@space/text';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { FileText } from '../text/read-text.ts';
import { isJob, type Job } from './files.queries.ts';

/** Ends a claimed work on a text with its pages and words. Returns false if the claim has ended. */
export const finishText = (tx: CommonQueryMethods, job: Job, { pages, is_truncated, excerpt, words }: FileText, now: string) =>
  tx.oneFirst(sql.type(z.object({ is_done: z.boolean() }))`
    with done as (
      update library.asset_processing set status = 'done', due_at = null, ended_at = ${now}::timestamptz where ${isJob(job)}
      returning space_id, sha256
    ), stored as (
      insert into library.asset_text (space_id, sha256, pages, is_truncated, excerpt, words)
      select space_id, sha256, ${pages.length}, ${is_truncated}, ${excerpt}, array_to_tsvector(${sql.array(
        words.map((word) => spaceWord(job.space_id, word)),
        'text',
      )})
      from done
    ), paged as (
      insert into library.asset_text_page (space_id, sha256, page, text)
      select d.space_id, d.sha256, p.page, p.text
      from done as d cross join unnest(${sql.array([...pages], 'text')}) with ordinality as p (text, page)
    )
    select count(*) > 0 as is_done from done`);
