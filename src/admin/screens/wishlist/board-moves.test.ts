import { expect, test } from 'vitest'
import { WISH_STATUSES, type WishStatus } from '#src/contract/report.ts'
import type { Wish } from '#src/contract/wish.ts'
import { applyMoves, columnBeside, findDropPlace, movedPages } from './board-moves.ts'

const wish = (id: string, status: WishStatus = 'idea'): Wish => ({
  id,
  status,
  title: id,
  description: '',
  target: null,
  isPublic: false,
  publicTitle: null,
  publicText: null,
  shippedAt: null,
  createdFromReportId: null,
  reportCount: 0,
  version: 1,
  createdAt: 0,
  updatedAt: 0,
})
const [a, b, c] = [wish('a'), wish('b'), wish('c')]
const line = (wishes: readonly Wish[]) => wishes.map(({ id }) => id).join('')
const move = (moved: Wish, status: WishStatus, after: string | null = null) => ({ wish: moved, status, after })

test('a wish goes first, or behind another, and twice the same is the same', () => {
  expect(line(applyMoves('idea', [a, b, c], [move(c, 'idea')]))).toBe('cab')
  expect(line(applyMoves('idea', [a, b, c], [move(a, 'idea', 'b')]))).toBe('bac')
  const once = applyMoves('idea', [a, b, c], [move(a, 'idea', 'c')])
  expect(line(applyMoves('idea', once, [move(a, 'idea', 'c')]))).toBe('bca')
})

test('a wish leaves one column for the other, with the state of that one', () => {
  expect(line(applyMoves('idea', [a, b], [move(a, 'planned')]))).toBe('b')
  expect(applyMoves('planned', [], [move(a, 'planned')])).toMatchObject([{ id: 'a', status: 'planned' }])
  expect(line(applyMoves('declined', [c], [move(a, 'planned')]))).toBe('c')
})

test('moves that follow each other are all there', () => {
  expect(line(applyMoves('idea', [a, b, c], [move(a, 'idea', 'b'), move(a, 'idea', 'c'), move(b, 'planned')]))).toBe(
    'ca',
  )
})

test('shipped wishes are sorted by date: a new one comes first, and none is moved among them', () => {
  const shipped = [wish('x', 'shipped'), wish('y', 'shipped')]
  expect(line(applyMoves('shipped', shipped, [move(a, 'shipped', 'y')]))).toBe('axy')
  expect(line(applyMoves('shipped', shipped, [move(shipped[1] ?? a, 'shipped')]))).toBe('xy')
})

test('pages that were fetched stay pages: none is lost, none is listed twice', () => {
  const pages = [
    { items: [a, b], nextCursor: 'b' },
    { items: [c], nextCursor: null },
  ]
  const data = { pages, pageParams: [undefined, 'b'] }
  const d = wish('d', 'planned')
  for (const one of [move(c, 'idea'), move(d, 'idea'), move(d, 'idea', 'c'), move(a, 'planned'), move(c, 'planned')]) {
    const next = movedPages('idea', data, one)
    expect(line(next.pages.flatMap(({ items }) => items))).toBe(line(applyMoves('idea', [a, b, c], [one])))
    expect(next.pages.map(({ nextCursor }) => nextCursor)).toEqual(['b', null])
  }
})

test('what is dropped on the lower half of a card goes behind it, on the upper half before it', () => {
  const ids = ['a', 'b', 'c']
  expect(findDropPlace(ids, { moved: 'x', over: 'b', isBelow: true })).toBe('b')
  expect(findDropPlace(ids, { moved: 'x', over: 'b', isBelow: false })).toBe('a')
  expect(findDropPlace(ids, { moved: 'x', over: 'a', isBelow: false })).toBeNull()
  expect(findDropPlace(ids, { moved: 'b', over: 'c', isBelow: false })).toBe('a')
})

test('beside the first and the last column there is none', () => {
  expect(columnBeside('idea', -1, WISH_STATUSES)).toBeUndefined()
  expect(columnBeside('idea', 1, WISH_STATUSES)).toBe('planned')
  expect(columnBeside('declined', 1, WISH_STATUSES)).toBeUndefined()
})
