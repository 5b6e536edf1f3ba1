import { expect, test } from 'vitest'
import { robotsTxt, sitemapXml } from './sitemap.ts'

const site = 'https://workshops.example'

test('the sitemap lists home, the events and each event by its canonical address with its last change', () => {
  const xml = sitemapXml(
    [
      { eventSlug: 'tulsa', updatedAt: Date.parse('2026-10-01T00:00:00Z') },
      { eventSlug: 'kansas-city-2026', updatedAt: Date.parse('2026-10-02T08:00:00Z') },
    ],
    site,
  )
  expect([...xml.matchAll(/<loc>(.*?)<\/loc><lastmod>(.*?)<\/lastmod>/g)].map(([, loc, at]) => [loc, at])).toEqual([
    ['https://workshops.example/', '2026-10-02T08:00:00.000Z'],
    ['https://workshops.example/events', '2026-10-02T08:00:00.000Z'],
    ['https://workshops.example/event/tulsa', '2026-10-01T00:00:00.000Z'],
    ['https://workshops.example/event/kansas-city-2026', '2026-10-02T08:00:00.000Z'],
  ])
})

test('a site without events has a sitemap without dates', () => {
  const xml = sitemapXml([], site)
  expect(xml.match(/<loc>/g)).toHaveLength(2)
  expect(xml).not.toContain('lastmod')
})

test('further pages of the list are in the sitemap, without a date: they change as workshops become past', () => {
  const xml = sitemapXml([], site, ['/events/past/2', '/events/past/3'])
  expect(xml).toContain('<url><loc>https://workshops.example/events/past/2</loc></url>')
  expect(xml.match(/<loc>/g)).toHaveLength(4)
})

test('crawlers are kept out of the admin area and shown both sitemaps', () => {
  const text = robotsTxt(site)
  expect(text).toContain('Disallow: /admin\n')
  expect(text).toContain('Disallow: /unsubscribe\n')
  expect(text).toContain('Sitemap: https://workshops.example/sitemap.xml\n')
  expect(text).toContain('Sitemap: https://workshops.example/forum/sitemap.xml\n')
})
