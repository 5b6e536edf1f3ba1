import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { agendaTemplateFields, agendaTemplateItem, MOST_AGENDA_ITEMS } from './agenda-template.ts'
import { locationFields } from './location.ts'
import { teamFields } from './team-member.ts'
import { vendorFields } from './vendor.ts'

const vendor = { vendorName: 'Gauge & Co' }
const member = { fullName: 'Ada Quill', title: 'Trainer', bio: 'Ran a mill.' }
const location = { venueName: 'The Dock', city: 'Tulsa' }
const item = { timeSlot: '8:30am', title: 'Asset walk' }

type Bounds = [field: string, min: number, max: number]
const FORMS: [string, z.ZodType, object, Bounds[]][] = [
  [
    'a vendor',
    vendorFields,
    vendor,
    [
      ['vendorName', 1, 100],
      ['contactName', 0, 100],
      ['contactPhone', 0, 20],
      ['description', 0, 500],
      ['tags', 0, 200],
    ],
  ],
  [
    'a team member',
    teamFields,
    member,
    [
      ['fullName', 1, 100],
      ['title', 1, 100],
      ['bio', 1, 2000],
      ['credentials', 0, 200],
      ['phone', 0, 20],
      ['specialties', 0, 300],
    ],
  ],
  [
    'a location',
    locationFields,
    location,
    [
      ['venueName', 1, 200],
      ['venueAddress', 0, 500],
      ['city', 1, 100],
      ['state', 0, 50],
      ['notes', 0, 2000],
    ],
  ],
  [
    'an entry of an agenda',
    agendaTemplateItem,
    item,
    [
      ['timeSlot', 1, 50],
      ['title', 1, 200],
      ['description', 0, 1000],
    ],
  ],
  ['an agenda template', agendaTemplateFields, { groupName: 'Day', items: [] }, [['groupName', 1, 100]]],
]

/** One code point, two UTF-16 units: lengths count what people see as one sign. (decision 0004) */
const SIGN = '𝔤'

describe.each(FORMS)('%s (product 5, security IV1)', (_what, schema, good, bounds) => {
  const fits = (field: string, value: unknown) => schema.safeParse({ ...good, [field]: value }).success

  test.each(bounds)('%s has %i to %i characters', (field, min, max) => {
    if (min > 0) expect(fits(field, '')).toBe(false)
    expect(fits(field, SIGN.repeat(min))).toBe(true)
    expect(fits(field, SIGN.repeat(max))).toBe(true)
    expect(fits(field, SIGN.repeat(max + 1))).toBe(false)
  })

  test.each(bounds)('%s may be empty only if it may be missing', (field, min) => {
    for (const empty of ['', null]) expect(fits(field, empty)).toBe(min === 0)
    expect(fits(field, '   ')).toBe(min === 0)
    expect(fits(field, 'a\u0000')).toBe(false)
    expect(fits(field, '\ud800')).toBe(false)
  })

  test('takes no field it does not know', () => {
    expect(fits('version', 1)).toBe(false)
    expect(fits('isOwner', true)).toBe(false)
  })
})

const ADDRESSES: [string, z.ZodType<object>, object, string][] = [
  ['a website', vendorFields, vendor, 'websiteUrl'],
  ['a LinkedIn address', teamFields, member, 'linkedinUrl'],
]

describe.each(ADDRESSES)('%s', (_what, schema, good, field) => {
  const read = (value: unknown) => schema.safeParse({ ...good, [field]: value })

  test.each(['https://gauge.example', 'http://gauge.example/a?b=c#d'])('may be %s', (url) => {
    expect(read(url).data).toMatchObject({ [field]: url })
  })

  test('may be empty', () => {
    for (const empty of ['', null, undefined]) expect(read(empty).data).toMatchObject({ [field]: null })
  })

  test.each([
    'gauge.example',
    '/about',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://ada:pw@gauge.example',
    'https://gauge.example/\u0000',
    ' https://gauge.example',
    'ftp://gauge.example',
    `https://gauge.example/${'a'.repeat(2000)}`,
  ])('may not be %s', (url) => {
    expect(read(url).success).toBe(false)
  })
})

const IMAGES: [string, z.ZodType<object>, object, string][] = [
  ['a logo', vendorFields, vendor, 'logoUrl'],
  ['a photo', teamFields, member, 'photoUrl'],
]

test.each(IMAGES)('%s is an upload, a file of ours or a web address', (_what, schema, good, field) => {
  const fits = (value: string) => schema.safeParse({ ...good, [field]: value }).success
  for (const url of ['/media/abc', '/demo/logos/gauge.svg', 'https://gauge.example/logo.png', ''])
    expect(fits(url)).toBe(true)
  for (const url of ['javascript:alert(1)', 'data:image/png;base64,AA', '//evil.example/x.png', '#a', 'logo.png'])
    expect(fits(url), url).toBe(false)
})

test('an e-mail address is valid or empty', () => {
  const read = (contactEmail: unknown) => vendorFields.safeParse({ ...vendor, contactEmail })
  expect(read('Ada@Gauge.Example').data?.contactEmail).toBe('Ada@gauge.example')
  for (const empty of ['', null, undefined]) expect(read(empty).data?.contactEmail).toBeNull()
  for (const wrong of ['ada', 'ada@', 'ada@gauge.example, bob@gauge.example', 7]) {
    const { error } = read(wrong)
    expect(error?.issues.map((issue) => issue.message)).toEqual(['Please enter a valid email address.'])
  }
})

test('a time zone must exist, and is Chicago by default', () => {
  const read = (timezone: unknown) => locationFields.safeParse({ ...location, timezone })
  expect(read(undefined).data?.timezone).toBe('America/Chicago')
  expect(read('Europe/Paris').success).toBe(true)
  for (const wrong of ['Mars/Olympus', '+05:00', '', null]) expect(read(wrong).success).toBe(false)
})

test('a day has at most sixty entries', () => {
  const day = (length: number) => agendaTemplateFields.safeParse({ groupName: 'Day', items: Array(length).fill(item) })
  expect(day(MOST_AGENDA_ITEMS).success).toBe(true)
  expect(day(MOST_AGENDA_ITEMS + 1).success).toBe(false)
})
