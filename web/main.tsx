import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { preloadFirstPage } from './app/router.tsx';
import { createQueryClient } from './lib/query-client.ts';
import './app/styles.css';

const queryClient = createQueryClient();
preloadFirstPage(window.location.pathname, queryClient);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App queryClient={queryClient} />
  </StrictMode>,
);
