import { afterEach, expect, jest, test } from '@jest/globals';
import { listKeysOf, listMembers } from './members.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

/** Answers requests with pages, and returns the addresses that were asked for. */
function answerPages(...pages: readonly unknown[][]): string[] {
  const asked: string[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    asked.push(String(url));
    const next_cursor = asked.length < pages.length ? `after ${asked.length}` : null;
    return Response.json({ data: pages[asked.length - 1], has_more: next_cursor !== null, next_cursor });
  });
  return asked;
}

test('members are read to the last page', async () => {
  const asked = answerPages([{ id: 'mbr_1' }, { id: 'mbr_2' }], [{ id: 'mbr_3' }]);
  expect((await listMembers('spc_1')).map(({ id }) => id)).toEqual(['mbr_1', 'mbr_2', 'mbr_3']);
  expect(asked).toEqual(['/spaces/spc_1/v1/settings/members?limit=200', '/spaces/spc_1/v1/settings/members?limit=200&cursor=after%201']);
});

test('the keys of a member are those that the member created and that have not ended', async () => {
  const key = { created_by: 'mbr_1', expires_at: null, revoked_at: null };
  answerPages(
    [
      { ...key, id: 'key_own' },
      { ...key, id: 'key_other', created_by: 'mbr_2' },
      { ...key, id: 'key_operator', created_by: null },
    ],
    [
      { ...key, id: 'key_revoked', revoked_at: '2026-01-01T00:00:00.000Z' },
      { ...key, id: 'key_expired', expires_at: '2026-01-01T00:00:00.000Z' },
      { ...key, id: 'key_later', expires_at: '2999-01-01T00:00:00.000Z' },
    ],
  );
  expect((await listKeysOf('spc_1', 'mbr_1')).map(({ id }) => id)).toEqual(['key_own', 'key_later']);
});
