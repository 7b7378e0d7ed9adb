const base = '/sandbox';

/** @throws {Error} with a message to show. */
async function call(path, options) {
  let response;
  try {
    response = await fetch(base + path, options);
  } catch {
    throw new Error('The sandbox does not answer. Is it still running?');
  }
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(body.message ?? `The sandbox answered ${response.status}`);
  return body;
}

export const get = (path) => call(path);

export const post = (path, body = {}) =>
  call(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Listens to the sandbox. `onOpen` runs on every (re)connection, to load what was missed. */
export function listen({ onOpen, onLost, on }) {
  const source = new EventSource(`${base}/api/events`);
  source.addEventListener('open', onOpen);
  source.addEventListener('error', onLost);
  for (const [name, handle] of Object.entries(on)) {
    source.addEventListener(name, (event) => handle(JSON.parse(event.data)));
  }
}
