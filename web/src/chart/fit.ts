// Makes what is written in a chart fit its width: names are turned where they would not stand side by side and cut where
// they would leave no room for the bars; figures in cells too narrow for them are left out. Pure.
type Spec = Record<string, unknown>;
type Channel = Spec & { field?: string; type?: string; axis?: Spec | null };

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

export function fitted(given: Spec, width: number): Spec {
  const spec = withRoomAtTheEnd(given);
  const { x, y } = (spec.encoding ?? {}) as { x?: Channel; y?: Channel };
  const changed: Spec = {};
  let layer = spec.layer as Spec[] | undefined;
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
