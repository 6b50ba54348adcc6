import { expect, it } from 'vitest';
import { across, down, HIGH } from './drawing';
import { layout } from './layout';

const key = (table: string, to_table: string) => ({ table, to_table, columns: ['id'], to_columns: ['id'], origin: 'declared' });
const plan = layout({ foreign_keys: [key('items', 'orders'), key('items', 'products'), key('orders', 'customers'), key('returns', 'orders')], tables: [] } as never);

const numbers = (path: string) => path.match(/-?[\d.]+/g)!.map(Number);

it('needs more room with every step from one table to the next', () => {
  const { width, boxes } = across(plan);
  expect(width).toBeGreaterThan(390);
  expect(Math.max(...boxes.map((box) => box.x))).toBeLessThan(width);
});

it('fits the room it is given when tables stand one under the other', () => {
  const { width, height, boxWidth, boxes, lines } = down(plan, 300);
  expect(width).toBe(300);
  const far = Math.max(...lines.flatMap((line) => [...line.path.matchAll(/(?:[MH]|Q)(-?[\d.]+)/g)].map((found) => Number(found[1]))));
  expect(far).toBeLessThan(300);
  expect(boxes.every((box) => box.x + boxWidth < far && box.y < height)).toBe(true);
});

it('gives lines into one table one lane, and lines that meet lanes of their own', () => {
  const lane = (from: string, to: string) => numbers(down(plan, 300).lines.find(({ edge }) => edge.from === from && edge.to === to)!.path)[3];
  expect(lane('items', 'orders')).toBe(lane('returns', 'orders'));
  expect(lane('items', 'products')).not.toBe(lane('items', 'orders'));
});

it('draws no line through a table', () => {
  const { boxes, boxWidth, lines } = across(layout({ foreign_keys: [key('items', 'orders'), key('orders', 'clients'), key('items', 'clients')], tables: [] } as never));
  const orders = boxes.find((box) => box.table === 'orders')!;
  const past = lines.find(({ edge }) => edge.from === 'items' && edge.to === 'clients')!.path;
  const [, y, x] = /, [\d.]+ ([\d.]+) H([\d.]+)/.exec(past)!.map(Number);
  expect(x).toBe(orders.x + boxWidth);
  expect(Math.abs(y! - (orders.y + HIGH / 2))).toBeGreaterThan(HIGH / 2);
});
