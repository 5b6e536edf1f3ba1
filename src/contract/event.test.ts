import { describe, expect, test } from 'vitest'
import { eventInput } from './event.ts'
import { BAD_SLUG } from './slug.ts'

const schema = eventInput('https://register.example.org')
const valid = {
  eventSlug: 'tulsa-2027',
  eventName: 'Tulsa Workshop',
  eventDate: '2027-01-21',
  eventTimeStart: '08:30',
  eventTimeEnd: '15:45',
  registrationUrl: 'https://register.example.org/tulsa',
  earlyBirdPrice: 395,
}
const accepts = (changes: object) => schema.safeParse({ ...valid, ...changes }).success
const sentencesOf = (changes: object) =>
  schema.safeParse({ ...valid, ...changes }).error?.issues.map(({ message }) => message)

test('a minimal event is accepted, with the default zone and course value', () => {
  expect(schema.parse(valid)).toMatchObject({ eventTimezone: 'America/Chicago', courseValue: 750, isPublished: false })
})

/** Bounds in code points (product 5). */
describe.each([
  ['eventName', 5, 200],
  ['eventSlug', 3, 100],
  ['venueName', 0, 200],
  ['venueAddress', 0, 500],
  ['city', 0, 100],
  ['state', 0, 50],
  ['heroTitle', 0, 200],
  ['heroSubtitle', 0, 500],
  ['heroDescription', 0, 1000],
  ['heroCtaText', 0, 50],
  ['metaTitle', 0, 100],
  ['metaDescription', 0, 200],
  ['announcementText', 0, 500],
] as const)('%s is %i to %i long', (field, min, max) => {
  const unit = field === 'eventSlug' ? 'a' : 'é'
  test.each([min, min + 1, max - 1, max])('%i is accepted', (length) => {
    expect(accepts({ [field]: unit.repeat(length) })).toBe(true)
  })
  const faults = [
    [min - 1, `at least ${min} characters`],
    [max + 1, `at most ${max} characters`],
  ] as const
  test.each(faults.filter(([length]) => length >= 0))('%i is refused: %s', (length, sentence) => {
    expect(sentencesOf({ [field]: unit.repeat(length) })).toContainEqual(expect.stringContaining(sentence))
  })
})

test('an emoji counts as one, as it does in the database', () => {
  expect(accepts({ city: '🔧'.repeat(100) })).toBe(true)
  expect(accepts({ city: '🔧'.repeat(101) })).toBe(false)
})

test.each(['eventName', 'eventDate', 'eventTimeStart', 'eventTimeEnd', 'registrationUrl', 'earlyBirdPrice'])(
  '%s is required',
  (field) => {
    expect(accepts({ [field]: undefined })).toBe(false)
  },
)

test.each([
  ['Upper-Case', false],
  ['with space', false],
  ['under_score', false],
  ['ümlaut', false],
  ['a-1\n', false],
  ['setup', false],
  ['a-1', true],
])('slug %j: %s', (eventSlug, isValid) => {
  expect(accepts({ eventSlug })).toBe(isValid)
})

test.each([
  ['2026-02-30', false],
  ['2028-02-29', true],
  ['2027-1-21', false],
  ['21/01/2027', false],
])('date %s: %s', (eventDate, isValid) => {
  expect(accepts({ eventDate })).toBe(isValid)
})

test.each([
  [{ eventTimeEnd: '08:30' }, 'End time must be after start time'],
  [{ earlyBirdDeadline: '2027-01-22' }, 'Early bird deadline must not be after the event'],
  [{ earlyBirdPrice: 0 }, 'Early bird price must be a positive number'],
  [{ earlyBirdPrice: -1 }, 'Early bird price must be a positive number'],
  [{ earlyBirdPrice: Number.NaN }, 'Early bird price must be a number'],
  [{ eventTimezone: 'Mars/Olympus' }, 'Choose a time zone from the list'],
  [{ eventTimezone: '+05:00' }, 'Choose a time zone from the list'],
  [
    { registrationUrl: 'https://register.example.org.evil.com/' },
    'Registration URL must start with https://register.example.org/',
  ],
  [{ eventDate: '' }, 'Enter a date as YYYY-MM-DD'],
  [{ eventTimeStart: '' }, 'Enter a time as HH:MM'],
  [{ eventSlug: 'Tulsa 2029' }, BAD_SLUG],
  [{ city: 'A\u0000B' }, 'City contains characters that cannot be stored'],
  [{ city: '\ud800' }, 'City contains characters that cannot be stored'],
])('%j is refused in words', (changes, message) => {
  expect(sentencesOf(changes)).toContain(message)
})

test('unknown fields are refused', () => {
  expect(accepts({ id: 'x' })).toBe(false)
})
