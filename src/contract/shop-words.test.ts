import { expect, test } from 'vitest'
import type { QuotedLine } from './shop-order.ts'
import { formatRate, pickDeliveries, sayProblem } from './shop-words.ts'

const line: QuotedLine = {
  ...{ variantId: 'a', sku: 'KIT', title: 'Kit', label: '', kind: 'kit', unitCents: 100, quantity: 2 },
  ...{ problem: null, available: 9 },
}

test.each<[Partial<QuotedLine>, string | undefined]>([
  [{}, undefined],
  [{ problem: 'gone' }, 'This product is no longer sold. Remove it to order the rest.'],
  [{ problem: 'sold_out' }, 'Sold out. Remove it to order the rest.'],
  [{ problem: 'not_enough', available: 1 }, 'Only 1 piece is left.'],
  [{ problem: 'not_enough', available: 3 }, 'Only 3 pieces are left.'],
])('a line that is %o says %s', (changes, sentence) => {
  expect(sayProblem({ ...line, ...changes }, 'pickup')).toBe(sentence)
})

test('a line that cannot be delivered like this says how it can', () => {
  const wrong = { ...line, problem: 'wrong_delivery' as const }
  expect(sayProblem(wrong, 'email')).toBe('This cannot be sent by email. Choose another delivery.')
  expect(sayProblem(wrong, 'ship')).toBe('This comes by email. Choose delivery by email.')
})

test('vouchers alone come by email; anything else is picked up or shipped', () => {
  expect(pickDeliveries([{ kind: 'voucher' }, { kind: 'voucher' }])).toEqual(['email'])
  expect(pickDeliveries([{ kind: 'voucher' }, { kind: 'kit' }])).toEqual(['pickup', 'ship'])
  expect(pickDeliveries([])).toEqual(['pickup', 'ship'])
})

test('a tax rate is said in percent', () => {
  expect([0, 825, 1_000].map(formatRate)).toEqual(['0%', '8.25%', '10%'])
})
