import { type ReactElement, useState } from 'react';
import { saveFile } from '../../api/download.ts';
import { spaceClient } from '../../api/space-client.ts';
import { Button } from '../../parts/button.tsx';
import { sayDone, sayFailed } from '../../parts/toast.tsx';
import { useSpace } from '../../shell/session.tsx';
import type { Form, Submission } from './form.ts';
import { submissionsCsv } from './submissions-csv.ts';

const PAGE_SIZE = 100;

/** The most submissions in one file; it is built in the memory of the browser. */
const MAX_EXPORTED = 20_000;

/** Renders the button that reads all submissions of a filter and saves them as CSV. */
export function ExportButton({ form, args }: { readonly form: Form; readonly args: { readonly id: string } }): ReactElement {
  const space = useSpace();
  const [count, setCount] = useState<number>();
  async function exportAll(): Promise<void> {
    const all: Submission[] = [];
    setCount(0);
    try {
      let cursor: string | null = '';
      while (cursor !== null && all.length < MAX_EXPORTED) {
        const page: { readonly data: Submission[]; readonly next_cursor: string | null } = await spaceClient(
          space.id,
        ).form_submissions.list({
          ...args,
          limit: PAGE_SIZE,
          ...(cursor !== '' && { cursor }),
        });
        all.push(...page.data);
        cursor = page.next_cursor;
        setCount(all.length);
      }
      const csv = new Blob([submissionsCsv(form.fields, all)], { type: 'text/csv' });
      saveFile(csv, `${form.name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.csv`);
      sayDone(`${all.length} submissions are exported.`, cursor === null ? undefined : 'There are more; export a shorter period.');
    } catch (failure) {
      sayFailed(failure);
    } finally {
      setCount(undefined);
    }
  }
  return (
    <Button disabled={count !== undefined} onClick={() => void exportAll()}>
      {count === undefined ? 'Export as CSV' : `Reading ${count} …`}
    </Button>
  );
}
