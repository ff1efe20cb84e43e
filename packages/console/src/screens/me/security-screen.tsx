import type { ReactElement } from 'react';
import { PageHead } from '../../shell/page-head.tsx';
import { Passkeys } from './passkeys.tsx';
import { PasswordForm } from './password-form.tsx';
import { Sessions } from './sessions.tsx';
import { SignIns } from './sign-ins.tsx';

/** Renders how the person signs in: the password, the passkeys and the sessions. */
export const SecurityScreen = (): ReactElement => (
  <>
    <PageHead title="Sign-in and sessions" />
    <PasswordForm />
    <Passkeys />
    <Sessions />
    <SignIns />
  </>
);
