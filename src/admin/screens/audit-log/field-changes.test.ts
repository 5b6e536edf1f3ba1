import { expect, test } from 'vitest'
import { fieldChanges, summaryOf } from './field-changes.ts'

test('what changed stands apart from what stayed, in the order of the row', () => {
  const before = { title: 'Old', city: 'Tulsa', price: 395, note: null }
  const after = { title: 'New', city: 'Tulsa', price: 395, note: 'Moved', extra: true }
  expect(fieldChanges({ before, after })).toEqual({
    changed: [
      { field: 'title', before: 'Old', after: 'New' },
      { field: 'note', before: '(empty)', after: 'Moved' },
      { field: 'extra', before: null, after: 'yes' },
    ],
    same: [
      { field: 'city', before: 'Tulsa', after: 'Tulsa' },
      { field: 'price', before: '395', after: '395' },
    ],
  })
})

test('rows within rows are named by their way, lists are told line by line', () => {
  const before = { value: { show_to_public: false }, order: ['a', 'b'], parts: [{ x: 1 }], none: [], bare: {} }
  const after = { ...before, value: { show_to_public: true }, order: ['b', 'a'] }
  expect(fieldChanges({ before, after }).changed).toEqual([
    { field: 'value.show_to_public', before: 'no', after: 'yes' },
    { field: 'order', before: 'a\nb', after: 'b\na' },
  ])
  expect(fieldChanges({ before, after }).same.map(({ after: text }) => text)).toEqual(['{"x":1}', '(none)', '{}'])
})

test.each([
  [null, null, ''],
  [null, { name: 'a', city: 'b' }, 'Added: name, city'],
  [{ name: 'a' }, null, 'Removed: name'],
  [{ name: 'a' }, { name: 'b' }, 'name'],
  [{ name: 'a' }, { name: 'a' }, 'No changes'],
  [{}, { a: 1, b: 2, c: 3, d: 4, e: 5 }, 'a, b, c and 2 more'],
])('from %j to %j is summed up as %j', (before, after, summary) => {
  expect(summaryOf({ before, after })).toBe(summary)
})
