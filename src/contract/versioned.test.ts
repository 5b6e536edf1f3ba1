import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeFields } from './versioned.ts'

const value = fc.oneof(fc.constantFrom('', 'a', 'b', null, 1, 2), fc.array(fc.constantFrom('x', 'y'), { maxLength: 2 }))
const row = fc.record({ name: value, city: value, price: value, benefits: value })

test('a field that one side changed carries its change', () => {
  const base = { name: 'Tulsa', city: 'Tulsa', benefits: ['a'] }
  const mine = { ...base, name: 'Tulsa Day' }
  const theirs = { ...base, benefits: ['a', 'b'] }
  expect(mergeFields(base, mine, theirs)).toEqual({
    merged: { name: 'Tulsa Day', city: 'Tulsa', benefits: ['a', 'b'] },
    conflicts: [],
    taken: ['benefits'],
  })
})

test('a field that both changed is named, and mine stays until one is chosen', () => {
  const base = { name: 'Tulsa' }
  expect(mergeFields(base, { name: 'Mine' }, { name: 'Theirs' })).toEqual({
    merged: { name: 'Mine' },
    conflicts: ['name'],
    taken: [],
  })
  expect(mergeFields(base, { name: 'Alike' }, { name: 'Alike' }).conflicts).toEqual([])
})

test('no change of either side is ever lost without being named', () => {
  fc.assert(
    fc.property(row, row, row, (base, mine, theirs) => {
      const { merged, conflicts } = mergeFields(base, mine, theirs)
      for (const field of Object.keys(base) as (keyof typeof base)[]) {
        const said = JSON.stringify(merged[field])
        const [was, my, their] = [base[field], mine[field], theirs[field]].map((one) => JSON.stringify(one))
        if (my !== was) expect(said).toBe(my)
        if (their !== was && my === was) expect(said).toBe(their)
        expect(conflicts.includes(field)).toBe(my !== was && their !== was && my !== their)
      }
    }),
  )
})

test('without another save, my edit is kept; without an edit, theirs is', () => {
  fc.assert(
    fc.property(row, row, (base, other) => {
      expect(mergeFields(base, other, base)).toEqual({ merged: other, conflicts: [], taken: [] })
      expect(mergeFields(base, base, other).merged).toEqual(other)
    }),
  )
})

test('entries of a list are compared by what they say', () => {
  const walk = { timeSlot: '8:30am', title: 'Asset walk' }
  const base = { items: [walk] }
  expect(mergeFields(base, { items: [{ ...walk }] }, { items: [] })).toEqual({
    merged: { items: [] },
    conflicts: [],
    taken: ['items'],
  })
  expect(mergeFields(base, { items: [{ ...walk, title: 'Walk' }] }, { items: [] }).conflicts).toEqual(['items'])
})
