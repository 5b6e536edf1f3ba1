import { describe, expect, test } from 'vitest'
import type { BlockContent } from '#src/contract/content-block.ts'
import { CONTENT_CHECKS, type ContentCheckKey } from '#src/contract/content-check.ts'
import type { EventConfig, EventRows } from '#src/contract/event.ts'
import { anEvent, someRows } from '#tests/support/event-fixture.ts'
import { findTarget } from './addresses.ts'
import { checkContent } from './check-content.ts'
import { strangePrices } from './check-facts.ts'
import { type LinkFacts, toOutsideUrl } from './check-links.ts'
import type { CheckedProduct, Content } from './content.ts'
import { findErrors } from './find-errors.ts'
import { hardSentences } from './reading-level.ts'

const GONE = 'https://gone.example/old'
const facts: LinkFacts = {
  siteUrl: 'https://workshops.example',
  slugs: {
    events: new Set(['tulsa-2027']),
    drafts: new Set(['draft-2027']),
    products: new Set(['grease-card']),
    pages: new Set(['about']),
  },
  broken: new Map([[GONE, { reason: 'is not there: HTTP 404', checkedAt: Date.parse('2026-11-24T08:00:00Z') }]]),
}

const product: CheckedProduct = {
  ...{ id: 'p1', slug: 'grease-card', title: 'Grease card', summary: 'One card for each pump.' },
  ...{ description: 'What to grease, and when.', usage: '', contents: ['One card'], pictures: [] },
}
const item = {
  ...{ id: 'm1', label: 'Events', displayOrder: 1, isActive: true, isExternal: false },
  ...{ visibleToAnonymous: true, visibleToUser: true, visibleToAdmin: true },
}

const none = { events: [], menu: [], products: [], blocks: [], pages: [], copy: {} }
const check = (content: Partial<Content>) => checkContent({ ...none, ...content }, facts)
const ofEvent = (changes: Partial<EventConfig>, parts: Partial<EventRows> = {}) =>
  check({ events: [someRows(changes, parts)] })
const ofProduct = (changes: Partial<CheckedProduct>) => check({ products: [{ ...product, ...changes }] })
const ofBlock = (block: BlockContent) => check({ blocks: [{ ...block, id: 'b1', title: 'Gloves' }] })
const ofText = (markdown: string) => ofBlock({ kind: 'text', body: { schemaVersion: 1, heading: '', markdown } })
const page = {
  id: 'p1',
  slug: 'about',
  title: 'About',
  metaTitle: null,
  metaDescription: null,
  updatedAt: 0,
  blocks: [],
}
const ofMenu = (href: string) => check({ menu: [{ ...item, href }] })
const partner = (websiteUrl: string) =>
  ofEvent({}, { vendors: [{ id: 'v1', vendorName: 'Gauge & Co', logoUrl: null, websiteUrl, description: null }] })

const HARD =
  'Participants will comprehensively internalize the organizational interdependencies that characterize contemporary institutional decision-making methodologies and their multidimensional consequences.'

test('content without faults has no findings', () => {
  expect(
    check({
      events: [someRows()],
      menu: ['/events', '/about'].map((href) => ({ ...item, href })),
      products: [product],
    }),
  ).toEqual([])
})

test.each<[ContentCheckKey, ReturnType<typeof check>, field: string | null, says: string]>([
  ['link.inside', ofMenu('/evnts'), 'href', '/evnts, which is not a page'],
  ['link.inside', ofMenu('/event/draft-2027'), 'href', 'an event that is not published'],
  ['link.inside', partner('https://workshops.example/event/gone-2020'), 'websiteUrl', 'not a page of this site'],
  [
    'link.inside',
    ofProduct({ description: 'See [the case](/shop/no-such-case).' }),
    'description',
    '/shop/no-such-case',
  ],
  ['link.anchor', ofMenu('/#prices'), 'href', 'which that page does not have'],
  ['alt.missing', ofProduct({ usage: '![](/media/a.webp)' }), 'usage', 'has no description'],
  ['link.outside', partner(`${GONE}#top`), 'websiteUrl', 'is not there: HTTP 404 (checked on 2026-11-24)'],
  ['link.outside', ofEvent({ registrationUrl: GONE }), 'registrationUrl', GONE],
  ['fact.date', ofEvent({ heroSubtitle: 'Join us on March 3.' }), 'heroSubtitle', '“March 3” is not a date'],
  ['fact.place', ofEvent({ announcementText: 'Now in Reno, NV.' }), 'announcementText', '“Reno, NV” is not the place'],
  ['fact.price', ofEvent({ metaDescription: 'A day for $425.' }), 'metaDescription', '“$425” is not a price'],
  [
    'fact.place',
    ofEvent({}, { agenda: [{ timeSlot: '8:30am', title: 'Welcome to Reno, NV', description: null }] }),
    null,
    'Agenda, 8:30am: “Reno, NV”',
  ],
  [
    'alt.poor',
    ofProduct({ pictures: [{ url: '/a.webp', alt: 'IMG_2041.jpg' }] }),
    'pictures.0.alt',
    'does not say what the picture shows',
  ],
  ['link.text', ofProduct({ description: 'Order it [here](/shop/cart).' }), 'description', '“here”'],
  ['heading.order', ofProduct({ description: '## Use\n\n#### Care' }), 'description', '“Care” leaves out a level'],
  ['length.title', ofEvent({ metaTitle: 'x'.repeat(61) }), 'metaTitle', 'has 61 characters'],
  ['length.description', ofEvent({ metaDescription: 'y'.repeat(161) }), 'metaDescription', 'has 161 characters'],
  ['length.hero', ofEvent({ heroTitle: 'z'.repeat(81) }), 'heroTitle', 'has 81 characters'],
  ['text.reading', ofEvent({ heroDescription: HARD }), 'heroDescription', 'is hard to read'],
  ['text.repeated', ofEvent({ heroDescription: 'Find the the fault.' }), 'heroDescription', '“the the”'],
  ['link.inside', ofText('See [the terms](/terms).'), 'body.markdown', '/terms, which is not a page'],
  ['alt.missing', ofText('![](/media/a.webp)'), 'body.markdown', 'has no description'],
  [
    'link.inside',
    ofBlock({ kind: 'call-to-action', body: { schemaVersion: 1, text: '', label: 'Book now', href: '/book' } }),
    'body.href',
    'Address: the link leads to /book',
  ],
  ['length.title', check({ pages: [{ ...page, metaTitle: 'x'.repeat(61) }] }), 'metaTitle', 'has 61 characters'],
  ['text.reading', check({ copy: { 'about.mission': HARD } }), 'text', 'Mission: “'],
])('%s', (key, findings, field, says) => {
  expect(findings).toHaveLength(1)
  expect(findings[0]).toMatchObject({ key, level: CONTENT_CHECKS[key].level, field })
  expect(findings[0]?.text).toContain(says)
  expect(findings[0]?.text).toMatch(/^[^\n]+\.$/)
})

test('of what is not whole, the links alone are judged', () => {
  const content = { ...none, events: [someRows({ heroDescription: 'Find the the fault.', registrationUrl: GONE })] }
  expect(checkContent(content, facts, () => false).map(({ key }) => key)).toEqual(['link.outside'])
  expect(findErrors(content, facts)).toEqual([])
})

test('a vendor of two events is judged once, and errors come first', () => {
  const vendors = [
    { id: 'v1', vendorName: 'Gauge', logoUrl: null, websiteUrl: 'https://workshops.example/x', description: 'a a' },
  ]
  const found = check({ events: [someRows({}, { vendors }), someRows({ id: 'e2' }, { vendors })] })
  expect(found.map(({ key }) => key)).toEqual(['link.inside', 'text.repeated'])
})

describe('where a link leads', () => {
  test.each([
    ['/', 'page'],
    ['/#register', 'page'],
    ['#agenda', 'page'],
    ['/event/tulsa-2027#letter', 'page'],
    ['/event/tulsa-2027.ics', 'page'],
    ['/events/past/3', 'page'],
    ['/forum/category/bearings#post-3', 'page'],
    ['/admin/reports', 'page'],
    ['/demo/logos/gauge.svg', 'page'],
    ['mailto:info@workshops.example', 'page'],
    ['https://workshops.example/shop/grease-card', 'page'],
    ['/shop/card', 'nothing'],
    ['/event/tulsa-2026', 'nothing'],
    ['/event/draft-2027', 'draft'],
    ['https://elsewhere.example/events', 'outside'],
    ['http://[', 'nothing'],
  ])('%s leads to: %s', (href, target) => {
    expect(findTarget(href, facts)).toBe(target)
  })
})

test.each([
  ['$395 early, $495 later, a $750 course: $1,145 in all, $1,245 later, $100 saved', []],
  ['An hour of downtime costs $1,000.', []],
  ['A plant of $2 million and a pump for $1.5k', []],
  ['A day for $425. It was $1,195.00 once.', ['$425', '$1,195.00']],
  ['A coffee is $3, a turbine $90,000', []],
])('prices in %j that are not the event’s: %j', (text, strange) => {
  expect(strangePrices(anEvent(), text)).toEqual(strange)
})

test.each([
  ['Learn how to find the fault before the machine stops, and how to plan the repair with your crew.', 0],
  [
    'Reliability engineers and maintenance technicians troubleshoot vibration, lubrication and alignment of rotating equipment.',
    0,
  ],
  [`We meet at eight. ${HARD} Lunch is at noon.`, 1],
  ['Organizational interdependencies characterize methodologies.', 0],
])('%j has %i hard sentences', (text, count) => {
  expect(hardSentences(text)).toEqual(count === 0 ? [] : [HARD])
})

test('an address of another site is asked for without its fragment, and not if it is too long', () => {
  expect(toOutsideUrl('https://a.example/b#c')).toBe('https://a.example/b')
  expect(toOutsideUrl(`https://a.example/${'b'.repeat(2000)}`)).toBeNull()
})
