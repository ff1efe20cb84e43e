import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useLocation } from 'wouter';
import { spaceClient } from '../../api/space-client.ts';
import { useFormCall } from '../../api/use-form-call.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { spacePath } from '../../routing/paths.ts';
import { useSpace } from '../../shell/session.tsx';
import { type Content, NO_CONTENT } from './content.ts';
import { ContentForm } from './content-form.tsx';
import { accountsQuery, socialQuery } from './social.ts';

/** Renders the dialog that writes a draft and leads to it. Nothing is published from here. */
export function NewPostDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const { data: accounts } = useQuery(accountsQuery(space.id));
  const [content, setContent] = useState<Content>(NO_CONTENT);
  const { error, errors, isBusy, run } = useFormCall();
  const isEmpty = content.text.trim() === '' && content.media.length === 0;
  const create = () =>
    run(async (idempotency_key) => {
      const { id } = await spaceClient(space.id).social.create_draft(content, { idempotency_key });
      await queries.invalidateQueries({ queryKey: socialQuery(space.id) });
      navigate(spacePath(space.id, `/social/posts/${id}`), { replace: true });
    });
  return (
    <Dialog title="Write a post" open look="wide" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy && !isEmpty) void create();
        }}
      >
        <ContentForm content={content} accounts={accounts?.data ?? []} errors={errors} onChange={setContent} />
        {error !== undefined && <ProblemNotice error={error} />}
        <div className="row end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={isBusy || isEmpty}>
            Save the draft
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
