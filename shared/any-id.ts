/** Whether a text looks like a message's, a gateway's or a request's id, such as SM0123… or wamid.HBg…, and like no words. */
export function looksLikeId(text: string): boolean {
  const id = text.trim();
  return id.length >= 16 && /^[\w.:+/=@-]+$/.test(id) && /\d/.test(id) && !/^\+?\d+$/.test(id);
}
