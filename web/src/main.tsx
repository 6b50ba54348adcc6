import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/shell.css';
import './styles/ask.css';
import './styles/views.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { whenLoginIsNeeded } from './api/client';
import { queryClient } from './api/queries';
import { App } from './App';
import { startAsking } from './ask/asking';
import { startPreferences } from './preferences';
import { loginEnded } from './shell/panels';

startPreferences();
startAsking();
whenLoginIsNeeded(() => loginEnded.set(true));

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
);
