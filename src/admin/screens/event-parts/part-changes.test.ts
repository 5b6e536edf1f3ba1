import { expect, test } from 'vitest'
import { ALREADY_ON_EVENT } from '#src/contract/event-parts.ts'
import { addedSentence } from './AddFromLibrary.tsx'
import { activating, moved, ordering, removing } from './part-changes.ts'
import type { PartList } from './part-lists.ts'

type Part = { id: string; isActive: boolean; displayOrder: number }

const part = (id: string, displayOrder: number): Part => ({ id, isActive: true, displayOrder })
const parts = [part('a', 1), part('b', 2), part('c', 3)]
const never = () => Promise.reject(new Error('Nothing is sent here'))
const list: PartList<Part> = {
  kind: 'vendors',
  noun: 'vendor',
  nouns: 'vendors',
  nameOf: ({ id }) => id,
  read: never,
  order: never,
  activate: never,
  remove: never,
}
const line = (items: readonly Part[]) => items.map(({ id, displayOrder }) => `${displayOrder}${id}`).join(' ')

test('an entry moves to its place and the rest is numbered anew', () => {
  expect(line(moved(parts, 0, 2))).toBe('1b 2c 3a')
  expect(line(moved(parts, 2, 0))).toBe('1c 2a 3b')
})

test('an order that is applied twice is the same order', () => {
  const { apply } = ordering(list, 'event', moved(parts, 0, 2))
  expect(line(apply(apply(parts)))).toBe('1b 2c 3a')
})

test('removing and hiding change nothing else, and nothing twice', () => {
  const remove = removing(list, 'event', part('b', 2))
  expect(line(remove.apply(remove.apply(parts)))).toBe('1a 2c')
  const hide = activating(list, 'event', { part: part('b', 2), isActive: false })
  expect(hide.apply(hide.apply(parts)).map(({ isActive }) => isActive)).toEqual([true, false, true])
})

test('each change says in the words of the product description what became of it', () => {
  expect(removing(list, 'event', part('b', 2))).toMatchObject({
    done: 'Vendor removed from event',
    failed: 'Failed to remove vendor',
  })
  expect(addedSentence(list, 1, [])).toBe('Vendor added to event')
  expect(addedSentence(list, 3, [])).toBe('3 vendors added to event')
  expect(addedSentence(list, 1, ['Gauge'])).toBe(`Vendor added to event. ${ALREADY_ON_EVENT}: Gauge`)
  expect(addedSentence(list, 0, ['Gauge', 'Bolt'])).toBe(`${ALREADY_ON_EVENT}: Gauge, Bolt`)
})
