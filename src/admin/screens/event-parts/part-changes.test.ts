import { expect, test } from 'vitest'
import { ALREADY_ON_EVENT } from '#src/contract/event-parts.ts'
import { addedSentence } from './AddFromLibrary.tsx'
import { activating, ordering, removing, toMoved } from './part-changes.ts'
import type { PartList } from './part-lists.ts'

type Part = { id: string; isActive: boolean; displayOrder: number }

const part = (id: string, displayOrder: number): Part => ({ id, isActive: true, displayOrder })
const parts = [part('a', 1), part('b', 2), part('c', 3)]
const never = () => Promise.reject(new Error('Nothing is sent here'))
const list: PartList<Part> = {
  kind: 'vendors',
  noun: 'vendor',
  nouns: 'vendors',
  getName: ({ id }) => id,
  getKey: ({ id }) => id,
  read: never,
  order: never,
  activate: never,
  remove: never,
  addAgain: never,
}
const line = (items: readonly Part[]) => items.map(({ id, displayOrder }) => `${displayOrder}${id}`).join(' ')

test('an entry moves to its place and the rest is renumbered', () => {
  expect(line(toMoved(parts, 0, 2))).toBe('1b 2c 3a')
  expect(line(toMoved(parts, 2, 0))).toBe('1c 2a 3b')
})

test('an order that is applied twice is the same order', () => {
  const { apply } = ordering(list, 'event', { next: toMoved(parts, 0, 2), before: parts })
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

test('undoing a removal asks once for the entry as it was', async () => {
  const asked: Part[] = []
  const noting: PartList<Part> = {
    ...list,
    // What comes out of a library gets another id.
    getKey: ({ id }) => id.charAt(0),
    addAgain: (_event, again) => {
      asked.push(again)
      return never()
    },
  }
  const hidden = { ...part('b', 2), isActive: false }
  const { undo, about } = removing(noting, 'event', hidden)
  expect(about).toBe('b')
  expect(line(undo?.apply([part('a', 1), part('c', 2)]) ?? [])).toBe('1a 2b 3c')
  expect(line(undo?.apply([part('a', 1), part('b2', 2), part('c', 3)]) ?? [])).toBe('1a 2b2 3c')
  expect(undo).toMatchObject({ done: 'Vendor is on the event again', failed: 'Failed to restore vendor' })
  await expect(undo?.send()).rejects.toThrow('Nothing is sent here')
  expect(asked).toEqual([hidden])
})

test('undoing an order asks for the order before', async () => {
  const asked: string[][] = []
  const noting: PartList<Part> = {
    ...list,
    order: (_event, ids) => {
      asked.push(ids)
      return never()
    },
  }
  const { done, undo } = ordering(noting, 'event', { next: toMoved(parts, 0, 2), before: parts })
  expect(done).toBe('Vendors reordered')
  await expect(undo?.send()).rejects.toThrow()
  expect(asked).toEqual([['a', 'b', 'c']])
  expect(line(undo?.apply(toMoved(parts, 0, 2)) ?? [])).toBe('1a 2b 3c')
})
