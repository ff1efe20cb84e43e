import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { PERSON_KEY } from './api/person.ts';
import { createQueryClient } from './api/query-client.ts';
import { setReactions } from './api/send.ts';
import { App } from './app.tsx';
import { Toasts } from './parts/toast.tsx';
import { ConflictHost } from './shell/conflict.tsx';
import { SessionProvider } from './shell/session.tsx';
import { SignInAgainDialog, signInAgain } from './shell/sign-in-again.tsx';
import { StepUpDialog } from './shell/step-up.tsx';
import { applyRememberedTheme } from './shell/theme.ts';

applyRememberedTheme();
const queries = createQueryClient();
setReactions({
  onSignedOut: signInAgain,
  onRefused: () => void queries.invalidateQueries({ queryKey: PERSON_KEY }),
});

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        <Toasts>
          <SessionProvider>
            <App />
            <StepUpDialog />
            <SignInAgainDialog />
            <ConflictHost />
          </SessionProvider>
        </Toasts>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
