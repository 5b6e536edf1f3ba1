import { describe, expect, test } from 'vitest'
import {
  amountRefusal,
  breakEven,
  costSentence,
  downtimeSentence,
  formatHours,
  readAmount,
  totalCost,
} from './business-case.ts'

describe('a typed amount', () => {
  test.each([
    ['$1,200.50', 1200.5],
    [' 15 % ', 15],
    ['0', 0],
    ['', undefined],
    ['a lot', null],
    ['-5', null],
    ['1e3', null],
  ])('%j is %j', (typed, value) => {
    const field = typed.includes('%') ? 'percent' : 'hour'
    expect(readAmount(field, typed)).toBe(value)
  })

  test('has a limit in each field, which the refusal names', () => {
    expect(readAmount('hours', '744')).toBe(744)
    expect(readAmount('hours', '744.01')).toBeNull()
    expect(readAmount('percent', '101')).toBeNull()
    expect(amountRefusal('hour')).toBe('Enter a number from 0 to 1,000,000, with at most two decimals.')
  })
})

describe('the cost of the day', () => {
  test('is the price with what was filled in', () => {
    expect(totalCost({ price: 395, travel: 120.1, cover: 0.2 })).toBe(515.3)
    expect(totalCost({ price: 395, travel: undefined, cover: undefined })).toBe(395)
    expect(totalCost({ price: undefined, travel: 100, cover: 100 })).toBeUndefined()
  })

  test('is paid back by so many hours, none where an hour costs nothing', () => {
    expect(breakEven(750, 300)).toBe(2.5)
    expect(breakEven(750, 0)).toBeUndefined()
    expect(breakEven(undefined, 300)).toBeUndefined()
  })

  test('is said with its break-even once both are known', () => {
    const costs = { price: 395, travel: 200, cover: 155 }
    expect(costSentence(costs, undefined)).toBe('Total cost: $750.')
    expect(costSentence(costs, 300)).toBe('Total cost: $750. Paid back by 2.5 hours of prevented downtime.')
    expect(costSentence({ ...costs, price: undefined }, 300)).toBe('')
  })
})

test.each([
  [0.001, '1 minute'],
  [0.79, '48 minutes'],
  [0.999, '1 hour'],
  [1, '1 hour'],
  [1.01, '1.1 hours'],
  [0.1 + 0.2 + 0.7, '1 hour'],
  [2500, '2,500 hours'],
])('%d hours are said as %s, never as less', (hours, text) => {
  expect(formatHours(hours)).toBe(text)
})

describe('what less downtime is worth', () => {
  test('is a year of it, and how soon the day is paid back', () => {
    expect(downtimeSentence({ hours: 10, hour: 2500, percent: 15, price: 395 })).toBe(
      '15% less downtime is 18 hours a year, worth $45,000. The price of the day, $395, is paid back by 10 minutes of prevented downtime.',
    )
  })

  test('says nothing of a price that is not known, or of an hour that costs nothing', () => {
    const known = { hours: 10, hour: 2500, percent: 15, price: undefined }
    expect(downtimeSentence(known)).toBe('15% less downtime is 18 hours a year, worth $45,000.')
    expect(downtimeSentence({ ...known, hour: 0, price: 395 })).toBe('15% less downtime is 18 hours a year, worth $0.')
  })
})
