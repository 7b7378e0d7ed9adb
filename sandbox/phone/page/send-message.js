import { post } from './api.js';
import { find } from './dom.js';
import { findContact, requestDraw, state } from './state.js';

/** @returns false if sending failed; the field shows the reason. */
export async function sendMessage(text) {
  const { channel, number: to } = findContact(state.contact);
  const count = find('count');
  try {
    const { text: sent } = await post('/api/send', { from: state.person, channel, to, ...text });
    state.texts.set(sent.sid, sent);
    requestDraw();
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
