import { expect, test } from 'vitest'
import { findTypedFacts, type NamedFacts } from './typed-facts.ts'

const events: NamedFacts[] = [
  { city: 'Tulsa', venueName: 'Tulsa River Hall', earlyBirdPrice: 395, standardPrice: 1495 },
  { city: 'Kansas City', venueName: null, earlyBirdPrice: null, standardPrice: null },
]
const found = (text: string) => findTypedFacts(text, events).map(({ words, reference }) => `${words}: ${reference}`)

test.each([
  ['On January 21, 2027 we meet.', ['January 21, 2027: date']],
  ['It is $1,495.00 at the door, or $395.', ['$1,495.00: price', '$395: price']],
  ['Meet us in kansas  city.', ['kansas  city: city']],
  ['At Tulsa River Hall.', ['Tulsa River Hall: venue']],
])('%s names %j by hand', (text, facts) => {
  expect(found(text)).toEqual(facts)
})

test.each([
  'Since 2019.',
  'Every January.',
  'An hour costs $10,000.',
  'Tulsans know.',
  'In {{city}} on {{date}}: {{price}}.',
])('%s is no fact of an event', (text) => {
  expect(found(text)).toEqual([])
})
