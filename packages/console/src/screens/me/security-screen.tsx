import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { identitiesQuery } from '../../api/identities.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { Identities } from './identities.tsx';
import { Passkeys } from './passkeys.tsx';
import { PasswordForm } from './password-form.tsx';
import { Sessions } from './sessions.tsx';
import { SignIns } from './sign-ins.tsx';

/** Renders how the person signs in: the password, the passkeys, the accounts at the identity provider, the sessions and the latest sign-ins. */
export function SecurityScreen(): ReactElement {
  const { data } = useQuery(identitiesQuery);
  return (
    <>
      <PageHead title="Sign-in and sessions" />
      {!data?.provider?.is_only && <PasswordForm />}
      <Passkeys />
      <Identities />
      <Sessions />
      <SignIns />
    </>
  );
}
