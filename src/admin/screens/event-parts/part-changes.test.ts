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

/** A server's list that notes what it is asked. `refuse` names the calls that it refuses. */
function serverList({ stored, refuse = [] }: { stored: Part[]; refuse?: string[] }) {
  const asked: string[] = []
  let items = stored
  const answer = (call: string, next: Part[]) => {
    asked.push(call)
    if (refuse.some((name) => call.startsWith(name))) return Promise.reject(new Error('Refused'))
    items = next.map((item, at) => ({ ...item, displayOrder: at + 1 }))
    const event = { id: 'event', eventName: 'Tulsa', eventSlug: 'tulsa', isPublished: false }
    return Promise.resolve({ item: { event, items, version: 'v' }, revision: null })
  }
  const server: PartList<Part> = {
    ...list,
    // What comes out of a library gets another id, and is shown.
    getKey: ({ id }) => id.charAt(0),
    addAgain: (_event, { id }) => answer(`add ${id}`, [...items, { ...part(`${id.charAt(0)}2`, 0) }]),
    activate: (_event, id, isActive) =>
      answer(
        `activate ${id} ${isActive}`,
        items.map((item) => (item.id === id ? { ...item, isActive } : item)),
      ),
    order: (_event, ids) =>
      answer(
        `order ${ids.join()}`,
        ids.flatMap((id) => items.filter((item) => item.id === id)),
      ),
  }
  return { server, asked }
}

test('undoing a removal adds the entry again: at its place, and hidden if it was', async () => {
  const { server, asked } = serverList({ stored: [part('a', 1), part('c', 2)] })
  const { undo, about } = removing(server, 'event', { ...part('b', 2), isActive: false })
  expect(about).toBe('b')
  expect(line(undo?.apply([part('a', 1), part('c', 2)]) ?? [])).toBe('1a 2b 3c')
  const shownForNow = undo?.apply([part('a', 1), part('c', 2), part('b2', 3)]) ?? []
  expect(shownForNow.map(({ id, isActive }) => `${id} ${isActive}`)).toEqual(['a true', 'b2 false', 'c true'])
  const answer = await undo?.send()
  expect(asked).toEqual(['add b', 'activate b2 false', 'order a,b2,c'])
  expect(answer?.item.items.map(({ isActive }) => isActive)).toEqual([true, false, true])
  expect(undo?.done).toBeInstanceOf(Function)
})

test.each([
  [[], 'Vendor is on the event again'],
  [['order'], 'Vendor is on the event again, at the end of the list'],
])('what %j refuses leaves the entry where the toast says', async (refuse, said) => {
  const { server } = serverList({ stored: [part('a', 1), part('c', 2)], refuse })
  const { undo } = removing(server, 'event', part('b', 2))
  const answer = await undo?.send()
  expect(answer && typeof undo?.done === 'function' && undo.done(answer)).toBe(said)
})

test('an entry that cannot be added again is a failure with a sentence', async () => {
  const { server } = serverList({ stored: [part('a', 1)], refuse: ['add'] })
  const { undo } = removing(server, 'event', part('b', 2))
  await expect(undo?.send()).rejects.toThrow('Refused')
  expect(undo?.failed).toBe('Failed to restore vendor')
})

test('undoing an order asks for the order before', async () => {
  const { server, asked } = serverList({ stored: parts })
  const { done, undo } = ordering(server, 'event', { next: toMoved(parts, 0, 2), before: parts })
  expect(done).toBe('Vendors reordered')
  await undo?.send()
  expect(asked).toEqual(['order a,b,c'])
  expect(line(undo?.apply(toMoved(parts, 0, 2)) ?? [])).toBe('1a 2b 3c')
})
