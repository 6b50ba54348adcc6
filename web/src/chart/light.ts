// Lets figures in the text light their marks: each value learns the number of its row, and marks look at the signal `lit`.
type Spec = Record<string, unknown>;

const ROW = '__row';
const HELD = `length(lit) == 0 || indexof(lit, datum.${ROW}) >= 0`;
const dimmed = { condition: { test: HELD, value: 1 }, value: 0.25 };
const shownWhenLit = { condition: { test: `length(lit) > 0 && indexof(lit, datum.${ROW}) >= 0`, value: 1 }, value: 0 };

const markOf = (spec: Spec): string => {
  const mark = spec.mark as string | { type?: string } | undefined;
  return (typeof mark === 'string' ? mark : mark?.type) ?? '';
};

/** Values that were put together from several rows do not know their row. */
const isSummed = (encoding: Spec | undefined): boolean =>
  Object.values(encoding ?? {}).some((channel) => {
    const field = channel as Spec | null;
    return Boolean(field?.aggregate ?? field?.bin);
  });

const STANDING = new Set(['bar', 'point', 'circle', 'square', 'rect', 'tick', 'arc']);
const FLOWING = new Set(['line', 'area', 'trail']);

/** The same chart with lights, or null where its values are not the rows one by one. */
export function withLights(spec: Spec, rowCount: number): Spec | null {
  const values = (spec.data as { values?: unknown[] } | undefined)?.values;
  if (!Array.isArray(values) || values.length !== rowCount || spec.transform || spec.layer || spec.facet) return null;
  const encoding = spec.encoding as Spec | undefined;
  const mark = markOf(spec);
  if (!encoding || isSummed(encoding) || 'opacity' in encoding) return null;
  const data = { ...(spec.data as Spec), values: values.map((value, index) => ({ ...(value as Spec), [ROW]: index })) };
  const params = [...((spec.params as unknown[] | undefined) ?? []), { name: 'lit', value: [] }];
  if (STANDING.has(mark)) return { ...spec, data, params, encoding: { ...encoding, opacity: dimmed } };
  if (FLOWING.has(mark) && 'x' in encoding && 'y' in encoding) {
    const { mark: drawn, ...rest } = spec;
    const spot = { mark: { type: 'point', filled: true, size: 110, tooltip: null }, encoding: { opacity: shownWhenLit } };
    return { ...rest, data, params, layer: [{ mark: drawn }, spot] };
  }
  return null;
}
