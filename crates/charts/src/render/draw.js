// One picture: a Vega-Lite specification as text in, SVG out.
(function () {
  'use strict';
  const refuse = () => Promise.reject(new Error('loading is switched off'));
  const loader = { load: refuse, sanitize: refuse, http: refuse, file: refuse };
  const logger = {};
  for (const name of ['level', 'error', 'warn', 'info', 'debug']) logger[name] = () => logger;
  logger.error = (first) => { throw first instanceof Error ? first : new Error(String(first)); };

  globalThis.draw = async function (text) {
    const compiled = vegaLite.compile(JSON.parse(text), { logger }).spec;
    const view = new vega.View(vega.parse(compiled), { renderer: 'none', loader, logger });
    try {
      return wellFormed(await view.toSVG());
    } finally {
      view.finalize();
    }
  };
})();
