// Vega, loaded when the first chart is drawn. Expressions are interpreted, not compiled: nothing here needs eval. Nothing is
// fetched: a chart has its values inside.
import * as vega from 'vega';
import { expressionInterpreter } from 'vega-interpreter';
import { compile, type TopLevelSpec } from 'vega-lite';
import { Handler } from 'vega-tooltip';
import { breath } from '../ui/breath';
import { fitted, namesOf } from './fit';

type Spec = Record<string, unknown>;

export interface Drawn {
  light: (rows: number[]) => void;
  svg: () => Promise<string>;
  png: () => Promise<string>;
  end: () => void;
}

const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** After Okabe and Ito, told apart also by who does not see red or green; ours comes first. As many as there are series at most, the
 * last of which, all others together, is grey. */
const series = (accent: string, dark: boolean) =>
  dark
    ? [accent, '#e8a33d', '#7fb8ea', '#d98cb3', '#c9c46a', '#b08ae0', '#e8836b', '#9aa09c']
    : [accent, '#d98a00', '#2f7fc1', '#b5528a', '#7a7a1f', '#7355a8', '#b04a32', '#6c716d'];

/** The same in light and dark: figures written on it are dark on the light end and light on the dark one. */
const RAMP = ['#eaf5f1', '#b7dccf', '#6db6a2', '#24836f', '#0b4a3d'];
const DIVERGING = ['#a4550b', '#e9a75b', '#f5f4f0', '#6db6a2', '#0b4a3d'];

function config(dark: boolean, width: number): Spec {
  const text = token('--text-soft');
  const strong = token('--text');
  const line = token('--line');
  const accent = token('--accent');
  const font = token('--text-sans');
  const axis = {
    labelColor: text,
    labelFontSize: 12,
    titleColor: text,
    titleFontSize: 12,
    titleFontWeight: 400,
    titlePadding: 8,
    labelPadding: 6,
    gridColor: line,
    domain: false,
    ticks: false,
    labelLimit: 220,
  };
  return {
    background: 'transparent',
    font,
    view: { stroke: 'transparent' },
    title: { color: strong, subtitleColor: text, fontSize: 14, subtitleFontSize: 12, anchor: 'start', fontWeight: 600 },
    axis,
    axisX: { grid: false },
    // The name of what is measured stands over the axis, to be read without turning the head.
    axisY: { titleAngle: 0, titleAlign: 'left', titleAnchor: 'end', titleX: 0, titleY: -10, titleBaseline: 'bottom' },
    axisBand: { grid: false },
    axisDiscrete: { grid: false },
    axisTemporal: { grid: false },
    style: { quiet: { fill: text } },
    axisQuantitative: { grid: true, tickCount: 5 },
    legend: { labelColor: text, titleColor: text, labelFontSize: 12, titleFontSize: 12, titleFontWeight: 400, orient: 'top', titleOrient: 'left', offset: 30, symbolType: 'circle', gradientLength: Math.min(200, width * 0.3) },
    mark: { color: accent },
    bar: { cornerRadiusEnd: 2 },
    line: { strokeWidth: 2 },
    area: { fillOpacity: 0.18, line: true },
    point: { size: 48, filled: true },
    boxplot: { box: { color: accent }, median: { color: token('--card') } },
    rule: { color: text },
    text: { color: strong, font },
    range: {
      category: series(accent, dark),
      heatmap: RAMP,
      ramp: RAMP,
      diverging: DIVERGING,
      ordinal: RAMP,
    },
  };
}

/** How the reader's locale writes numbers, for the axes. */
function numberLocale(): Spec {
  const parts = new Intl.NumberFormat(navigator.language).formatToParts(1234567.8);
  const find = (type: string, otherwise: string) => parts.find((part) => part.type === type)?.value ?? otherwise;
  return { decimal: find('decimal', '.'), thousands: find('group', ','), grouping: [3], currency: ['$', ''] };
}

const HEIGHT = 240;

/** Bars with names up the side are as high as there are names. */
function isBanded(spec: Spec): boolean {
  const y = (spec.encoding as Record<string, Spec> | undefined)?.y;
  return y?.type === 'nominal' || y?.type === 'ordinal';
}

/** Two or three standing bars need not fill the page. */
const BAND = 88;

function fewBars(spec: Spec, width: number): boolean {
  const x = (spec.encoding as Record<string, Spec> | undefined)?.x;
  if ((x?.type !== 'nominal' && x?.type !== 'ordinal') || typeof x.field !== 'string' || spec.facet) return false;
  return namesOf(spec, x.field).length * BAND < width - 120;
}

const closed = () => Promise.reject(new Error('A chart loads nothing.'));
const loader = { load: closed, sanitize: closed, http: closed, file: closed };

/** The page dresses a chart itself, for light and dark; its title stands over it as text. */
export async function draw(host: HTMLElement, spec: Spec, dark: boolean, description: string, givenUp: AbortSignal): Promise<Drawn> {
  const { title: _title, config: _config, $schema: _schema, ...bare } = spec;
  const height = 'height' in spec || isBanded(spec) ? {} : { height: HEIGHT };
  const fit = { autosize: { type: 'fit-x', contains: 'padding' }, width: 'container' };
  const few = fewBars(spec, host.clientWidth) ? { autosize: 'pad', width: { step: BAND } } : {};
  // On a phone the figure behind the longest bar needs the room that a share of the width no longer gives.
  const room = host.clientWidth < 480 && isBanded(spec) ? { padding: { left: 4, top: 4, bottom: 4, right: 36 } } : {};
  const named = 'encoding' in bare ? fitted(bare, host.clientWidth) : bare;
  const sized = { ...room, ...fit, ...height, ...named, ...few, description };
  await breath(givenUp);
  const { spec: compiled } = compile(sized as unknown as TopLevelSpec, { config: config(dark, host.clientWidth) });
  await breath(givenUp);
  const runtime = vega.parse(compiled, undefined, { ast: true });
  await breath(givenUp);
  vega.formatLocale(numberLocale());
  const view = new vega.View(runtime, {
    renderer: 'svg',
    expr: expressionInterpreter,
    loader: loader as never,
    logLevel: vega.Error,
    tooltip: new Handler({ disableDefaultStyle: true, theme: dark ? 'dark' : 'light' }).call,
  } as vega.ViewOptions);
  // Drawn anew, it leaves what stands under it where it is.
  host.style.minHeight = `${host.offsetHeight}px`;
  host.replaceChildren();
  await view.initialize(host).hover().runAsync();
  host.style.minHeight = '';
  return {
    light(rows) {
      try {
        void view.signal('lit', rows).runAsync();
      } catch {
        // A chart without lights.
      }
    },
    svg: () => view.toSVG(),
    png: () => view.toImageURL('png', 2),
    end: () => void view.finalize(),
  };
}
