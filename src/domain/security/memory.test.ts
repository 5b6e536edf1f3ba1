import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundedStore } from './memory.ts'

const name = fc.integer({ min: 0, max: 30 }).map(String)
const step = fc.oneof(
  fc.record({ act: fc.constant('set' as const), name, value: fc.integer() }),
  fc.record({ act: fc.constant('delete' as const), name, value: fc.constant(0) }),
)

test('it never holds more than its limit, and it holds what was last set', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const store = boundedStore<number>(10)
      const all = new Map<string, number>()
      for (const { act, name, value } of steps) {
        if (act === 'set') {
          store.set(name, value)
          all.set(name, value)
          expect(store.get(name)).toBe(value)
        } else {
          store.delete(name)
          all.delete(name)
        }
        expect(store.size()).toBeLessThanOrEqual(10)
        for (const key of all.keys()) expect([undefined, all.get(key)]).toContain(store.get(key))
        for (let key = 0; key <= 30; key += 1) if (!all.has(String(key))) expect(store.get(String(key))).toBeUndefined()
      }
    }),
  )
})

test('the newest half is always there', () => {
  const store = boundedStore<number>(10)
  for (let key = 0; key < 100; key += 1) {
    store.set(String(key), key)
    for (let back = Math.max(0, key - 4); back <= key; back += 1) expect(store.get(String(back))).toBe(back)
  }
})
