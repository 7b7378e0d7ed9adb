import { post } from './api.js';
import { find } from './dom.js';
import { changed, findContact, state } from './state.js';

/** Sends something from this phone to the open contact; says whether it has left. What went wrong stands under the field. */
export async function act(text) {
  const { channel, number: to } = findContact(state.contact);
  const count = find('count');
  try {
    const { text: sent } = await post('/send', { from: state.person, channel, to, ...text });
    state.texts.set(sent.sid, sent);
    changed();
    count.textContent = '';
    count.classList.remove('is-bad');
    return true;
  } catch (error) {
    count.textContent = error.message;
    count.classList.add('is-bad');
    find('live').textContent = error.message;
    return false;
  }
}
