/** The data of all contenders: the same few objects, however often one is added. */

export interface Item { id: number, title: string, text: string }

const items = new Map<number, Item>([[1, { id: 1, title: 'First', text: 'There is more to say' }]])

export const list = (): Item[] => [...items.values()]

export const find = (id: number): Item | undefined => items.get(id)

export function add (values: Omit<Item, 'id'>): Item {
  const item = { id: 2, ...values }
  items.set(item.id, item)
  return item
}
