import { expect, test } from 'vitest'
import { sortRows } from './DataTable.tsx'

const names = (isDescending: boolean) => sortRows(['Bay 10', null, 'bay 2', 'Áras'], (name) => name, isDescending)

test('texts are sorted as people sort them, rows without one at the end in both directions', () => {
  expect(names(false)).toEqual(['Áras', 'bay 2', 'Bay 10', null])
  expect(names(true)).toEqual(['Bay 10', 'bay 2', 'Áras', null])
})

test('numbers are sorted by size, and equal ones stay in their order', () => {
  const rows = [
    { id: 'a', uses: 10 },
    { id: 'b', uses: 9 },
    { id: 'c', uses: 10 },
  ]
  expect(sortRows(rows, ({ uses }) => uses, true).map(({ id }) => id)).toEqual(['a', 'c', 'b'])
})
