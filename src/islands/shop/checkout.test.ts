import { expect, test } from 'vitest'
import { readCheckoutDraft } from './checkout.ts'

test('the form of a cart is read with the id of an order that was not answered', () => {
  const draft = { fields: { company: 'Mill Co' }, orderId: 'a', timestamp: 1 }
  expect(readCheckoutDraft(JSON.stringify(draft))).toEqual(draft)
  expect(readCheckoutDraft(JSON.stringify({ ...draft, orderId: 7 }))).toEqual({ ...draft, orderId: null })
})

test.each([null, '', '{', 'null', '[]', '{"fields":{}}', '{"fields":{"company":7},"timestamp":1}', '{"timestamp":1}'])(
  'a stored text %j is no form',
  (text) => {
    expect(readCheckoutDraft(text)).toBeUndefined()
  },
)
