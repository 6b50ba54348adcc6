// Makes what is written in a chart fit its width: names are turned where they would not stand side by side and cut where
// they would leave no room for the bars; figures in cells too narrow for them are left out; a legend has as many columns as
// have room; a heat map lies down where it is too wide. Pure.
type Spec = Record<string, unknown>;
type Channel = Spec & { field?: string; type?: string; axis?: Spec | null; legend?: Spec | null };

const LETTER = 6.6; // px, of the type on axes
const BESIDE = 64; // px, what the figures up the side take
const GAP = 8;
/** More names than these cannot all be shown, turned or not. */
const MOST_TURNED = 24;
const TURNED = { labelAngle: -40, labelOverlap: false, labelLimit: 110 };
const NAMES_SHARE = 0.36;
const USUAL_LIMIT = 220;
/** A cell of a heat map that holds a figure. */
const LEAST_CELL = 36;
/** Turned names nearer to each other than this lie over each other. */
const LEAST_TURNED = 17;
/** More rows than these would make a heat map that is too high. */
const MOST_ROWS = 40;
/** The dot before a name in a legend, and what keeps it from the next one. */
const DOT = 28;

const isDiscrete = (channel: Channel | undefined): channel is Channel & { field: string } =>
  (channel?.type === 'nominal' || channel?.type === 'ordinal') && typeof channel.field === 'string' && channel.axis !== null;

/** The different names of a field, as its axis writes them. */
export function namesOf(spec: Spec, field: string): string[] {
  const values = (spec.data as { values?: Record<string, unknown>[] } | undefined)?.values ?? [];
  const name = field.replaceAll(/\\(.)/g, '$1');
  return [...new Set(values.map((value) => String(value[name])))];
}

/** Names at the ends of lines were measured for narrower letters than some have: a little more room keeps them whole. */
const MORE = 14;

function withRoomAtTheEnd(spec: Spec): Spec {
  const padding = spec.padding as { right?: number } | undefined;
  const layer = spec.layer as Spec[] | undefined;
  const isLimited = (part: Spec) => markOf(part) === 'text' && typeof (part.mark as Spec).limit === 'number';
  if (typeof padding?.right !== 'number' || !layer?.some(isLimited)) return spec;
  const wider = (part: Spec): Spec => {
    const mark = part.mark as Spec & { limit: number };
    return isLimited(part) ? { ...part, mark: { ...mark, limit: mark.limit + MORE } } : part;
  };
  return { ...spec, padding: { ...padding, right: padding.right + MORE }, layer: layer.map(wider) };
}

const markOf = ({ mark }: Spec): unknown => (typeof mark === 'object' && mark !== null ? (mark as Spec).type : mark);

/** The columns that have room over the chart; the name of what is told apart goes above them where it would take theirs. */
function withLegend(color: Channel, names: string[], width: number): Channel {
  const legend = color.legend ?? {};
  const column = Math.max(0, ...names.map((name) => name.length)) * LETTER + DOT;
  const wanted = Number(legend.columns ?? names.length);
  const beside = String(legend.title ?? color.title ?? color.field).length * LETTER + GAP;
  const room = width - BESIDE;
  if (beside + wanted * column <= room) return color;
  const columns = Math.max(1, Math.min(wanted, Math.floor(room / column)));
  return { ...color, legend: { ...legend, columns, titleOrient: 'top' } };
}

/** A heat map whose columns have no room for their names, with its rows for columns. */
function laid(spec: Spec, width: number): Spec {
  const { x, y, ...others } = (spec.encoding ?? {}) as { x?: Channel; y?: Channel };
  const isHeat = markOf(spec) === 'rect' || (spec.layer as Spec[] | undefined)?.some((part) => markOf(part) === 'rect');
  if (!isHeat || !isDiscrete(x) || !isDiscrete(y)) return spec;
  const [across, down] = [namesOf(spec, x.field).length, namesOf(spec, y.field).length];
  if ((width * (1 - NAMES_SHARE)) / across >= LEAST_TURNED || down >= across || across > MOST_ROWS) return spec;
  const level = (channel: Channel): Channel => ({ ...channel, axis: { ...channel.axis, labelAngle: 0 } });
  return { ...spec, encoding: { ...others, x: level(y), y: level(x) } };
}

export function fitted(given: Spec, width: number): Spec {
  const spec = laid(withRoomAtTheEnd(given), width);
  const { x, y, color } = (spec.encoding ?? {}) as { x?: Channel; y?: Channel; color?: Channel };
  const changed: Spec = {};
  let layer = spec.layer as Spec[] | undefined;
  if (color?.type === 'nominal' && typeof color.field === 'string' && color.legend !== null) changed.color = withLegend(color, namesOf(spec, color.field), width);
  if (isDiscrete(x)) {
    const names = namesOf(spec, x.field);
    const longest = Math.max(0, ...names.map((name) => name.length));
    const beside = isDiscrete(y) ? width * NAMES_SHARE : BESIDE;
    const room = (width - beside) / Math.max(names.length, 1);
    if (room < LEAST_CELL && layer?.some((part) => markOf(part) === 'rect')) layer = layer.filter((part) => markOf(part) !== 'text');
    if (longest * LETTER + GAP > room && names.length <= MOST_TURNED) changed.x = { ...x, axis: { ...x.axis, ...TURNED } };
  }
  if (isDiscrete(y)) {
    const labelLimit = Math.min(Number(y.axis?.labelLimit ?? USUAL_LIMIT), Math.round(width * NAMES_SHARE));
    changed.y = { ...y, axis: { ...y.axis, labelLimit } };
  }
  return { ...spec, ...(layer ? { layer } : {}), encoding: { ...(spec.encoding as Spec), ...changed } };
}
