import { describe, expect, test } from 'vitest'
import { someRows } from '#tests/support/event-fixture.ts'
import { toLanding } from './landing.ts'
import { type LetterCopy, letterText } from './letter.ts'

const early = Date.parse('2026-12-01T12:00:00Z')
const standard = Date.parse('2027-01-10T12:00:00Z')

function letterOf(...rows: Parameters<typeof someRows>): LetterCopy {
  const { letter } = toLanding(someRows(...rows), early)
  if (!letter) throw new Error('This event has no letter')
  return letter
}

describe('the letter', () => {
  test('carries date, place, price that holds, deadline, the whole agenda, claims and the registration address', () => {
    const letter = letterOf({}, { agenda: null })
    expect(letter.subject).toBe('Request to attend Tulsa Reliability Workshop, Thursday, January 21, 2027')
    for (const fact of [
      '8:30 AM - 3:45 PM Central Time',
      'Foundry Hall',
      '$395',
      'December 31, 2026',
      '$1,145',
      '20%',
      '12%',
      'register.uptime',
    ])
      expect(letterText(letter, early)).toContain(fact)
    expect(letterText(letterOf({}, { agenda: [] }), early)).toContain('- 3:30pm  Commitments and close')
  })

  test('leaves open what only its sender knows, with words that say what belongs there', () => {
    const text = letterText(letterOf(), early)
    expect(text.match(/\[[^\]]+\]/g)).toEqual([
      '[manager]',
      '[travel]',
      '[shift cover]',
      '[total cost]',
      '[hours]',
      '[cost of an hour]',
      '[your name]',
    ])
  })

  test('changes its price with the page, until registration closes', () => {
    const letter = letterOf()
    expect(letterText(letter, standard)).toContain('Standard price: $495')
    expect(letterText(letter, standard)).not.toContain('$395')
    expect(letter.cost.map(({ until, value }) => [until, value.price])).toEqual([
      [Date.parse('2027-01-01T06:00:00Z'), 395],
      [Date.parse('2027-01-21T14:30:00Z'), 495],
    ])
  })

  test('names no price that only the registration page knows', () => {
    expect(letterOf({ standardPrice: null }).cost[1]?.value).not.toHaveProperty('price')
  })

  test('says that registration is not open yet', () => {
    expect(letterText(letterOf({ registrationUrl: null }), early)).toContain('- Registration: not open yet')
  })

  test('goes into a mail by its subject alone, however long the texts of the event are', () => {
    const { mailto } = letterOf({ eventName: 'Ω'.repeat(200) })
    expect(mailto).toMatch(/^mailto:\?subject=Request%20to%20attend%20[^&]+$/)
    expect(mailto.length).toBeLessThan(1_400)
  })
})
