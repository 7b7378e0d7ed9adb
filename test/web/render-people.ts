import { aNumber, anAdmin, aPerson, personDetails } from './fixtures.ts';
import { renderApp } from './render.tsx';

export const mia = aPerson();

export const number = aNumber();

export const personUrl = `/people?person=${mia.id}`;

export function renderPeople(path = '/people', details = personDetails()) {
  const view = renderApp(path, anAdmin());
  view.api
    .on('GET /api/people', { people: [number, mia], nextCursor: null })
    .on('GET /api/people/:id', details);
  return view;
}
