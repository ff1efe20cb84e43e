import { roles } from '@space/contracts/core';
import { type Command, type Options, required, spaceOf, UsageError } from './command.ts';

type Role = (typeof roles)[number];

const ROLES = roles.join('|');

const memberId = ([id]: readonly string[]): string => required(id, 'The id of the member (people list shows the ids)');

function roleOf({ role }: Options): Role | undefined {
  const found = roles.find((one) => one === role);
  if (role !== undefined && !found) throw new UsageError(`--role must be one of ${roles.join(', ')}.`);
  return found;
}

/** Returns the field of `--may-run`, which only counts for the role member. */
function mayRunOf({ 'may-run': text }: Options): { readonly may_run?: boolean } {
  if (text === undefined) return {};
  if (text !== 'yes' && text !== 'no') throw new UsageError('--may-run must be yes or no.');
  return { may_run: text === 'yes' };
}

/** The commands about the people of a Space, their roles and invitations. */
export const peopleCommands: Readonly<Record<string, Command>> = {
  'people list': {
    usage: 'people list [--space spc_…]',
    summary: 'List the members of a Space with their roles',
    example: 'people list',
    columns: ['id', 'role', 'may_run', 'person.name', 'person.email', 'last_seen_at'],
    run: ({ members }, options) => members.list({ space_id: spaceOf(options), limit: 200 }),
  },
  'people invite': {
    usage: `people invite --role ${ROLES} [--email <address>] [--may-run yes|no] [--space spc_…]`,
    summary: 'Create a link that makes one person a member of a Space; with --role owner it is the way back in. It is shown once',
    example: 'people invite --role owner',
    run: ({ members }, options) =>
      members.invite({
        space_id: spaceOf(options),
        role: required(roleOf(options), `--role ${ROLES}`) as Role,
        ...(options.email ? { email: options.email } : {}),
        ...mayRunOf(options),
      }),
  },
  'people invitations': {
    usage: 'people invitations [--space spc_…]',
    summary: 'List the invitations of a Space, newest first, without their links',
    example: 'people invitations',
    columns: ['id', 'role', 'may_run', 'email', 'expires_at', 'accepted_at', 'revoked_at'],
    run: ({ members }, options) => members.list_invitations({ space_id: spaceOf(options), limit: 200 }),
  },
  'people revoke-invitation': {
    usage: 'people revoke-invitation <ivt_…> [--space spc_…]',
    summary: 'Revoke an invitation; its link stops working',
    example: 'people revoke-invitation ivt_01jd0000000000000000000000',
    most_words: 1,
    run: ({ members }, options, [id]) =>
      members.revoke_invitation({
        space_id: spaceOf(options),
        id: required(id, 'The id of the invitation (people invitations shows the ids)'),
      }),
  },
  'people role': {
    usage: `people role <mbr_…> [--role ${ROLES}] [--may-run yes|no] [--space spc_…]`,
    summary: 'Change the role of a member, or whether a member may publish, send and post',
    example: 'people role mbr_01jd0000000000000000000000 --role admin',
    most_words: 1,
    run({ members }, options, words) {
      const role = roleOf(options);
      const change = { ...(role === undefined ? {} : { role }), ...mayRunOf(options) };
      const id = memberId(words);
      if (Object.keys(change).length === 0) throw new UsageError('--role or --may-run is required.');
      return members.update({ space_id: spaceOf(options), id, ...change });
    },
  },
  'people remove': {
    usage: 'people remove <mbr_…> [--space spc_…]',
    summary: 'Remove a member from a Space; the keys that the person made stay valid until they are revoked',
    example: 'people remove mbr_01jd0000000000000000000000',
    most_words: 1,
    run: ({ members }, options, words) => members.remove({ space_id: spaceOf(options), id: memberId(words) }),
  },
};
