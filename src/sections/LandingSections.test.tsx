import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { type Landing, toLanding } from '#src/contract/landing.ts'
import { visibleText } from '#tests/support/built-page.ts'
import { emptyFields, someRows } from '#tests/support/event-fixture.ts'
import { LandingSections } from './LandingSections.tsx'
import { Partners } from './Partners.tsx'

const early = Date.parse('2026-12-01T12:00:00Z')
const during = Date.parse('2027-01-21T18:00:00Z')

const htmlOf = (landing: Landing) => renderToStaticMarkup(<LandingSections landing={landing} />)
const html = (...rows: Parameters<typeof someRows>) => htmlOf(toLanding(someRows(...rows), early))

describe('the landing page', () => {
  test('has its sections in the order of the product description', () => {
    const page = html()
    const marks = [
      'Announcements',
      '<h1',
      'Partnered With',
      'Why This Workshop Is Different',
      'What You&#x27;ll Learn',
      'Register for this event',
      'Letter template',
      'About us',
    ].map((mark) => page.indexOf(mark))
    expect(marks).toEqual([...marks].sort((a, b) => a - b))
    expect(marks).not.toContain(-1)
  })

  test('carries no style attribute: the policy forbids them', () => {
    expect(html()).not.toContain('style=')
  })

  test('shows the series promo unless the event turns it off', () => {
    expect(html()).toContain('Workshop #1')
    expect(html({ showSeriesPromo: false })).not.toContain('Workshop #1')
  })

  test('is complete with fallback copy alone', () => {
    const page = html(emptyFields)
    for (const text of ['$395', 'Total value $1,145', '15-25%', '10%', '8:30 AM - 3:45 PM'])
      expect(page).toContain(text)
    expect(page).not.toMatch(/undefined|null|NaN/)
  })

  test('writes hostile text as text', () => {
    const page = html({ heroTitle: '<img src=x onerror=alert(1)>', statusNote: '</script>' })
    expect(page).not.toContain('<img src=x')
  })
})

describe('the strip of partners', () => {
  const ids = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const
  const named = (...websites: (string | null)[]) => {
    const partners = websites.map((websiteUrl, at) => ({
      ...{ id: ids[at] ?? '', vendorName: `Vendor ${at}`, websiteUrl, description: null, logo: null },
    }))
    return [...renderToStaticMarkup(<Partners partners={partners} />).matchAll(/data-partner="([^"]+)"/g)].map(
      ([, id]) => id,
    )
  }
  test.each([
    ['https://gauge.example', 'https://gauge.example/'],
    ['https://gauge.example/tools?a=1', 'https://gauge.example/tools?b=2#top'],
    ['https://Gauge.example/tools', 'https://gauge.example/tools'],
  ])('tells %s and %s apart by id, since a press is counted by place (VP10)', (one, other) => {
    expect(named(one, other)).toEqual(ids)
  })

  test('leaves out the id where the address is enough', () => {
    expect(named('https://gauge.example/a', 'https://gauge.example/b')).toEqual([])
    expect(named('https://gauge.example', null)).toEqual([])
  })
})

describe('the register spot', () => {
  test('is a link that opens in a new tab, twice', () => {
    const links = html().match(/<a href="https:\/\/register[^>]*>/g) ?? []
    expect(links.length).toBeGreaterThanOrEqual(2)
    for (const link of links) expect(link).toMatch(/target="_blank" rel="noopener"/)
  })

  test('says why registration is closed', () => {
    const page = html({ status: 'cancelled' })
    expect(page).toContain('This workshop is cancelled. Registration is closed.')
    expect(page).not.toContain('href="https://register')
  })
})

describe('a workshop that is no longer sold', () => {
  const past = Date.parse('2027-02-01T12:00:00Z')
  const shownAt = (now: number, changes = {}) => visibleText(htmlOf(toLanding(someRows(changes), now)))
  const times = (text: string, words: RegExp) => text.match(words)?.length ?? 0

  test.each([
    ['is under way', during, {}, /under way/gi],
    ['has taken place', past, {}, /has taken place/gi],
  ] as const)('that %s says so in the banner and at the way in', (_, now, changes, words) => {
    expect(times(shownAt(now, changes), words)).toBe(2)
    expect(times(shownAt(now, changes), /Registration closed/g)).toBe(now === during ? 1 : 0)
  })

  test.each([
    ['is under way', during, {}],
    ['has taken place', past, {}],
    ['is cancelled', early, { status: 'cancelled' }],
    ['is postponed', early, { status: 'postponed' }],
  ] as const)('that %s has no register section, letter or calendar file', (_, now, changes) => {
    const shown = shownAt(now, changes)
    for (const gone of ['Register for this event', 'Copy letter', 'Dear', 'Add to your calendar'])
      expect(shown).not.toContain(gone)
  })

  test('hides them by itself when it begins', () => {
    const { openUntil } = toLanding(someRows(), early)
    expect(html()).toMatch(new RegExp(`<div data-until="${openUntil}"><section id="register"`))
    expect(html()).toMatch(new RegExp(`<a data-until="${openUntil}"[^>]*>Add to your calendar`))
  })

  test.each(['cancelled', 'postponed'] as const)('that is %s says why once, on paper too', (status) => {
    const changes = { status, statusNote: 'Too few plants could release people.' }
    expect(times(shownAt(early, changes), /Too few plants/g)).toBe(1)
    expect(/aria-label="Announcements" class="([^"]*)"/.exec(html(changes))?.[1]).not.toContain('print:hidden')
    // On paper the banner has no margin for its edge.
    expect(html(changes)).toMatch(
      /<div class="bg-stop[^"]*"><span aria-hidden="true" class="hazard-stop print:hidden">/,
    )
  })

  test('that is cancelled shows no price line beside its notice', () => {
    expect(shownAt(early, { status: 'cancelled' })).not.toMatch(/Cancelled/)
  })

  test.each([during, past])('that is over leads to those ahead (%i)', (now) => {
    expect(times(shownAt(now), /See upcoming workshops/g)).toBe(1)
    expect(shownAt(early)).not.toContain('See upcoming workshops')
  })

  test('still shows its price in the phases before, to those who come without scripts too', () => {
    expect(times(shownAt(early), /Early bird ends Thursday/g)).toBeGreaterThanOrEqual(2)
    expect(shownAt(Date.parse('2027-01-10T12:00:00Z'))).toContain('$495')
  })
})

describe('time', () => {
  test('prints every span and hides those that do not hold', () => {
    const page = htmlOf(toLanding(someRows(), during))
    const shown = [...page.matchAll(/<div(?=[^>]*data-(?:from|until))([^>]*)>/g)].filter(
      (tag) => !tag[1]?.includes('hidden'),
    )
    expect(shown).not.toHaveLength(0)
    for (const [, attributes = ''] of shown) {
      const from = Number(/data-from="(\d+)"/.exec(attributes)?.[1] ?? 0)
      const until = Number(/data-until="(\d+)"/.exec(attributes)?.[1] ?? Number.POSITIVE_INFINITY)
      expect(during >= from && during < until).toBe(true)
    }
  })
})

describe('the day of the event', () => {
  const day = { venueRoom: 'Pattern Shop', guestWifi: 'Guest, torque-42', forumPath: '/forum/category/general' }
  const agenda = ['8:30am', '1:00pm'].map((timeSlot, at) => ({ timeSlot, title: `Part ${at}`, description: null }))
  const textAt = (now: string) =>
    visibleText(htmlOf(toLanding(someRows(day, { agenda }), Date.parse(`2027-01-${now}-06:00`))))

  test('has what is on, what comes next, the room, the network and the forum page, without scripts too', () => {
    const text = textAt('21T09:00:00')
    for (const part of ['Now8:30am Part 0', 'Next1:00pm Part 1', 'Pattern Shop', 'Guest, torque-42'])
      expect(text.replace(/\s+/g, ' ')).toContain(part)
    expect(textAt('21T13:00:00').replace(/\s+/g, ' ')).toContain('Now1:00pm Part 1')
    expect(textAt('21T13:00:00')).not.toContain('Next')
  })

  test('begins at its midnight and ends with the event; pages made before carry nothing of it', () => {
    for (const now of ['20T23:59:59', '21T15:45:00']) expect(textAt(now)).not.toContain('Pattern Shop')
    expect(textAt('21T00:00:00')).toContain('Pattern Shop')
    expect(htmlOf(toLanding(someRows(day), early))).not.toContain('torque-42')
  })
})

describe('a change of the occasion', () => {
  test.each([
    ['cancelled', 3],
    ['postponed', 3],
    ['moved', 5],
  ] as const)('%s is said in each section that speaks of the day: %i', (status, count) => {
    const page = html({ status, previousEventDate: '2027-01-14' })
    const title = { cancelled: 'is cancelled', postponed: 'is postponed', moved: 'has moved' }[status]
    const sections = page.split('<section').filter((part) => part.includes(`This workshop ${title}`))
    expect(sections.length).toBeGreaterThanOrEqual(count)
  })

  test('a move strikes out the first date', () => {
    expect(html({ status: 'moved', previousEventDate: '2027-01-14' })).toMatch(/<s>.*Thursday, January 14, 2027<\/s>/)
  })
})

describe('parts that could not be read', () => {
  test('the agenda asks to come back later', () => {
    expect(html({}, { agenda: null })).toContain('Event details are currently unavailable. Please check back later.')
  })

  test('the strip says that it could not load', () => {
    expect(html({}, { vendors: null })).toContain('Unable to load vendor information at this time.')
  })

  test('without partners there is no strip', () => {
    expect(html({}, { vendors: [] })).not.toContain('Partnered With')
  })
})

describe('pictures', () => {
  const vendor = { id: 'v', vendorName: 'Gauge', websiteUrl: null, description: null }

  test('from elsewhere learn nothing of the visitor and keep a box', () => {
    const page = html({}, { vendors: [{ ...vendor, logoUrl: 'https://logos.example/gauge.png' }] })
    expect(page).toMatch(
      /<img src="https:\/\/logos\.example[^>]*width="160" height="64"[^>]*referrerPolicy="no-referrer"/i,
    )
  })

  test('load only when they come near', () => {
    const images = html().match(/<img [^>]*>/g) ?? []
    expect(images).not.toHaveLength(0)
    for (const image of images) expect(image).toContain('loading="lazy"')
  })

  test('a partner without a logo is shown by name, a person without a portrait by initials', () => {
    const page = html({}, { vendors: [{ ...vendor, logoUrl: null }] })
    expect(page).toContain('>Gauge</span>')
    expect(page).toContain('>AQ</span>')
  })
})
