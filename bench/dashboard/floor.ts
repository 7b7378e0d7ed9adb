import { build, type Plugin } from 'vite';
import { gzipKb } from './sizes.ts';

const sources = {
  login: `
    import { createElement as h, useState } from 'react';
    import { createRoot } from 'react-dom/client';
    function Login() {
      const [email, setEmail] = useState('');
      return h('form', null, h('input', { value: email, onChange: (e) => setEmail(e.target.value) }));
    }
    createRoot(document.body).render(h(Login));
  `,
  thread: `
    import { QueryClient, QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query';
    import { useVirtualizer } from '@tanstack/react-virtual';
    import { createElement as h, useRef } from 'react';
    import { createRoot } from 'react-dom/client';
    function Thread() {
      const scroller = useRef(null);
      const { data = [] } = useQuery({ queryKey: ['m'], queryFn: () => fetch('/m').then((r) => r.json()) });
      const { mutate } = useMutation({ mutationFn: (body) => fetch('/m', { method: 'POST', body }) });
      const list = useVirtualizer({ count: data.length, getScrollElement: () => scroller.current, estimateSize: () => 64 });
      const rows = list.getVirtualItems().map((row) => h('li', { key: row.key, onClick: () => mutate('x') }, data[row.index]));
      return h('ol', { ref: scroller }, rows);
    }
    const client = new QueryClient();
    createRoot(document.body).render(h(QueryClientProvider, { client }, h(Thread)));
  `,
};

export async function buildFloorKb(page: keyof typeof sources): Promise<number> {
  const entry = 'virtual:floor';
  const source: Plugin = {
    name: 'floor',
    resolveId: (id) => (id === entry ? id : undefined),
    load: (id) => (id === entry ? sources[page] : undefined),
  };
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [source],
    build: { write: false, rolldownOptions: { input: entry } },
  });
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  return outputs.reduce((sum, file) => sum + (file.type === 'chunk' ? gzipKb(file.code) : 0), 0);
}
