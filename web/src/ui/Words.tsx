/** A text in which `this` is something to type. */
export function Words({ text }: { text: string }) {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}

/** A piece of a sentence as one: `use amount` becomes `Use amount.` */
export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1) + (/[.?!]$/.test(text) ? '' : '.');
