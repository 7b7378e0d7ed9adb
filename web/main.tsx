import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { LoginPage } from './app/pages.ts';
import { readAuthToken } from './lib/auth-token.ts';
import { createQueryClient } from './lib/query-client.ts';
import './app/styles.css';

// Without a token every path leads to the login page: fetch it while React starts.
if (!readAuthToken()) LoginPage.preload();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App queryClient={createQueryClient()} />
  </StrictMode>,
);
