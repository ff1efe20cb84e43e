import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/query-client.ts';
import { whenSignedOut } from './api/send.ts';
import { App } from './app.tsx';
import { Toasts } from './parts/toast.tsx';
import { signInPath } from './routing/paths.ts';
import { SessionProvider } from './shell/session.tsx';
import { StepUpDialog } from './shell/step-up.tsx';
import { applyRememberedTheme } from './shell/theme.ts';

applyRememberedTheme();
whenSignedOut(() => location.assign(signInPath(location.pathname + location.search)));

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={createQueryClient()}>
        <Toasts>
          <SessionProvider>
            <App />
            <StepUpDialog />
          </SessionProvider>
        </Toasts>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
