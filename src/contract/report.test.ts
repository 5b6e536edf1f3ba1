import { describe, expect, test } from 'vitest'
import { reportInput } from './report.ts'

const GOOD = {
  title: 'Agenda link is dead',
  description: 'The link to the agenda on the event page leads nowhere.',
  reporter_email: 'rosa@plant.example',
  report_type: 'problem',
  honeypot: '',
}

/** The first thing that is wrong, as the form tells it; undefined for nothing. */
function firstMistake(changed: object): string | undefined {
  return reportInput.safeParse({ ...GOOD, ...changed }).error?.issues[0]?.message
}

describe('a report (product 5)', () => {
  test.each([
    ['title', 4, 'Title must be at least 5 characters'],
    ['title', 5, undefined],
    ['title', 500, undefined],
    ['title', 501, 'Title must be less than 500 characters'],
    ['description', 19, 'Description must be at least 20 characters'],
    ['description', 20, undefined],
    ['description', 5000, undefined],
    ['description', 5001, 'Description must be less than 5000 characters'],
  ])('%s of %i characters', (field, length, message) => {
    expect(firstMistake({ [field]: 'x'.repeat(length) })).toBe(message)
    expect(firstMistake({ [field]: '🔩'.repeat(length) })).toBe(message)
  })

  test('space around a text does not count', () => {
    expect(firstMistake({ title: '   bolt   ' })).toBe('Title must be at least 5 characters')
  })

  test.each([
    ['', 'Invalid email address'],
    ['rosa', 'Invalid email address'],
    ['rosa@plant.example, eve@evil.example', 'Invalid email address'],
    ['rosa@plant.example\r\nBcc: eve@evil.example', 'Invalid email address'],
    [`${'r'.repeat(244)}@plant.example`, 'Email must be less than 255 characters'],
    [' Rosa@PLANT.example ', undefined],
  ])('the address %j', (reporter_email, message) => {
    expect(firstMistake({ reporter_email })).toBe(message)
  })

  test('an address comes out in one spelling', () => {
    expect(reportInput.parse({ ...GOOD, reporter_email: ' Rosa@PLANT.example ' }).reporter_email).toBe(
      'Rosa@plant.example',
    )
  })

  test.each([
    ['complaint', 'problem'],
    ['', 'improvement'],
  ])('a type %j is refused, %j is not', (wrong, right) => {
    expect(firstMistake({ report_type: wrong })).toBeDefined()
    expect(firstMistake({ report_type: right })).toBeUndefined()
  })

  test.each(['x', ' '])('who fills the honeypot with %j is a bot', (honeypot) => {
    expect(firstMistake({ honeypot })).toBe('Bot detected')
  })

  test('mistakes come in the order of the form', () => {
    const result = reportInput.safeParse({ ...GOOD, title: '', description: '', reporter_email: '', honeypot: 'x' })
    expect(result.error?.issues.map(({ path }) => path[0])).toEqual([
      'title',
      'description',
      'reporter_email',
      'honeypot',
    ])
  })

  test.each([
    [{ page: '/event/kansas-city-2026', viewport: '360x740', release: '12' }, true],
    [{ page: '/verify-report#token=secret', viewport: '360x740', release: '12' }, false],
    [{ page: '/?token=secret', viewport: '360x740', release: '12' }, false],
    [{ page: 'https://evil.example/', viewport: '360x740', release: '12' }, false],
    [{ page: '/', viewport: 'wide', release: '12' }, false],
    [{ page: '/', viewport: '360x740', release: '<b>' }, false],
    [{ page: '/', viewport: '360x740', release: '12', cookies: 'all' }, false],
  ])('what the browser adds: %j', (context, isFine) => {
    expect(firstMistake({ context }) === undefined).toBe(isFine)
  })

  test('unknown keys are refused', () => {
    expect(firstMistake({ status: 'resolved' })).toBeDefined()
  })
})
