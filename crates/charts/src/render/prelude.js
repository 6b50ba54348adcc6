// What Vega expects of a browser and QuickJS does not have. Nothing here reaches outside: there is no network,
// no file and no clock to wait on.
(function () {
  'use strict';
  const quiet = () => {};
  globalThis.console = { log: quiet, info: quiet, warn: quiet, error: quiet, debug: quiet };
  globalThis.setTimeout = () => 0;
  globalThis.clearTimeout = quiet;
  globalThis.performance = { now: () => Date.now() };

  const clone = (value) => {
    if (Array.isArray(value)) return value.map(clone);
    if (value instanceof Date) return new Date(+value);
    if (value === null || typeof value !== 'object') return value;
    const copy = {};
    for (const key of Object.keys(value)) copy[key] = clone(value[key]);
    return copy;
  };
  globalThis.structuredClone = clone;

  // Vega shortens texts by UTF-16 units and may leave half a character; XML has no place for some controls either.
  globalThis.wellFormed = (text) =>
    String(text).toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');

  // Vega measures text with a canvas where there is one, also when it shortens labels; without, it guesses.
  const context = { font: '', measureText: (text) => ({ width: textWidth(context.font, wellFormed(text)) }) };
  globalThis.document = { createElement: (name) => (name === 'canvas' ? { getContext: () => context } : {}) };
})();
