import { expect, it } from 'vitest';
import { layout } from './layout';

const key = (table: string, to_table: string) => ({ table, to_table, columns: ['id'], to_columns: ['id'], origin: 'declared' });
const schema = (...keys: ReturnType<typeof key>[]) => ({ foreign_keys: keys, tables: [] }) as never;

it('puts what is referred to on the right', () => {
  const { tables, layers } = layout(schema(key('items', 'orders'), key('orders', 'customers')));
  expect(layers).toBe(3);
  expect(tables.map((table) => [table.table, table.layer])).toEqual([['items', 0], ['orders', 1], ['customers', 2]]);
});

it('does not run in circles', () => {
  expect(layout(schema(key('a', 'b'), key('b', 'a'), key('a', 'a'))).tables).toHaveLength(2);
});

it('keeps a place free where a line passes a column', () => {
  const { tables, passes } = layout(schema(key('items', 'orders'), key('orders', 'clients'), key('items', 'clients')));
  const orders = tables.find((table) => table.table === 'orders')!;
  expect(passes).toHaveLength(1);
  expect(passes[0]).toMatchObject({ to: 'clients', layer: orders.layer });
  expect(passes[0]!.row).not.toBe(orders.row);
});
