// The first key is made while the page is open: what it shows once it is used again.
const until = async (what, holds) => {
  for (let tries = 0; tries < 300; tries++) {
    const found = await holds();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`not seen: ${what}`);
};
const box = await until('the question box', () => document.querySelector('textarea'));
// Tells whoever makes the key that it is time.
await fetch('/api/v1/chat/sessions', { method: 'POST', body: JSON.stringify({ title: args.open }) });
await until('a server that wants a key', async () => (await (await fetch('/api/v1/settings')).json()).login_needed);
Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').set.call(box, args.query);
box.dispatchEvent(new Event('input', { bubbles: true }));
box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
const card = await until('the login', () => document.querySelector('.login-card'));
return { title: card.querySelector('h1').textContent, words: card.querySelector('p').textContent };
