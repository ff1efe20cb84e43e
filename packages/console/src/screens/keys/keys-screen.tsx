import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { spaceClient } from '../../api/space-client.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { sayDone } from '../../parts/toast.tsx';
import { flag } from '../../routing/search-params.ts';
import { useSearchParams } from '../../routing/use-search-params.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { withConfirmation } from '../../shell/step-up.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { GrantsDialog } from './grants-dialog.tsx';
import { type Key, KeyTable } from './key-table.tsx';
import { keysQuery } from './keys-query.ts';
import { NarrowKeyDialog } from './narrow-key-dialog.tsx';
import { RollKeyDialog } from './roll-key-dialog.tsx';

const params = { new: flag };

/** Renders the API keys of a Space: the list, a form for a new one, and revocation. */
export function KeysScreen(): ReactElement {
  const space = useSpace();
  const [{ new: isNew }, setParams] = useSearchParams(params);
  const [revoking, setRevoking] = useState<Key>();
  const [narrowing, setNarrowing] = useState<Key>();
  const [rolling, setRolling] = useState<Key>();
  const [shownGrants, setShownGrants] = useState<Key>();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: keysQuery(space.id),
    queryFn: ({ pageParam, signal }) =>
      spaceClient(space.id).settings.list_keys({ ...(pageParam !== '' && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  const keys = data?.pages.flatMap((page) => page.data);
  const create = (
    <Button look="primary" onClick={() => setParams({ new: true })}>
      <Plus size={16} aria-hidden="true" />
      Create a key
    </Button>
  );
  return (
    <>
      <PageHead title="API keys" about="A key lets a program or an agent act in this Space, within the scopes that you choose.">
        {create}
      </PageHead>
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!keys && !error && <Skeleton />}
      {keys?.length === 0 && (
        <EmptyState sentence="No key yet. Programs call the API and agents use the MCP tools with a key.">{create}</EmptyState>
      )}
      {keys && keys.length > 0 && (
        <KeyTable keys={keys} onRevoke={setRevoking} onGrants={setShownGrants} onNarrow={setNarrowing} onRoll={setRolling} />
      )}
      {hasNextPage && <MoreButton label="Show older keys" isReading={isFetchingNextPage} onMore={fetchNextPage} />}
      {isNew && <CreateKeyDialog onClose={() => setParams({ new: undefined }, { replace: true })} />}
      {shownGrants && <GrantsDialog keyOfGrants={shownGrants} onClose={() => setShownGrants(undefined)} />}
      {narrowing && <NarrowKeyDialog narrowed={narrowing} onClose={() => setNarrowing(undefined)} />}
      {rolling && <RollKeyDialog rolled={rolling} onClose={() => setRolling(undefined)} />}
      {revoking && <RevokeDialog revoked={revoking} onClose={() => setRevoking(undefined)} />}
    </>
  );
}

function RevokeDialog({ revoked, onClose }: { readonly revoked: Key; readonly onClose: () => void }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  async function revoke(): Promise<void> {
    await withConfirmation(() => spaceClient(space.id).settings.revoke_key({ id: revoked.id }));
    await queries.invalidateQueries({ queryKey: keysQuery(space.id) });
    sayDone(`“${revoked.name}” is revoked.`, 'Requests with it get 401 from now on.');
  }
  return (
    <ConfirmDialog title="Revoke this key?" action="Revoke the key" typed={revoked.name} onConfirm={revoke} onClose={onClose}>
      <p>
        Every program that uses <code>{revoked.hint}</code> stops immediately. There is no way back; a new key has another secret.
      </p>
    </ConfirmDialog>
  );
}
