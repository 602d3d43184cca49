import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '../components/colours.css';
import { MantineProvider, localStorageColorSchemeManager } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiFailure } from '../api/client';
import { App } from './app';
import { SessionProvider } from './session';
import { theme, variables } from './theme';

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: true,
      // Only what may pass by itself is tried again.
      retry: (failures, problem) => failures < 2 && problem instanceof ApiFailure && (problem.status === 0 || problem.status === 503),
    },
  },
});
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
// Dialogs keep the page behind them from scrolling by a style of their own.
setNonce(nonce);

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto" getStyleNonce={() => nonce}
      colorSchemeManager={localStorageColorSchemeManager({ key: 'vedette.colours' })}>
      <Notifications position="top-right" limit={4} />
      <QueryClientProvider client={queries}>
        <SessionProvider>
          <App />
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
