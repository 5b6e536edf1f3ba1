import { describe, expect, test } from 'vitest'
import { linesOf, read, refusal, zipOf } from '#tests/analytics/import-files.ts'

describe('Umami', () => {
  const HEAD =
    'event_id,website_id,session_id,visit_id,created_at,url_path,url_query,referrer_domain,page_title,event_type,event_name,browser,os,device,country,hostname'
  const event = (
    session: string,
    visit: string,
    at: string,
    path: string,
    more: { query?: string; from?: string; name?: string } = {},
  ) =>
    `e,w,${session},${visit},${at},${path},${more.query ?? ''},${more.from ?? ''},Title,${more.name ? 2 : 1},${more.name ?? ''},chrome,Linux,laptop,US,plant.example`
  const EVENTS = [
    event('s1', 'v1', '2026-03-02 10:00:00', '/', {
      query: 'utm_source=News&utm_campaign=a@b.example',
      from: 'www.google.com',
    }),
    event('s1', 'v1', '2026-03-02 10:01:30', '/event/omaha', { from: 'plant.example' }),
    event('s1', 'v1', '2026-03-02 10:02:00', '/event/omaha', { name: 'register' }),
    event('s1', 'v2', '2026-03-02 15:00:00', '/'),
    event('s2', 'v3', '2026-03-02 16:00:00', '/'),
    // In the zone of the statistics, it is still the first of March.
    event('s3', 'v4', '2026-03-02 05:30:00', '/'),
  ]

  test('single events are counted by day, whatever their order', async () => {
    const file = await read(`${HEAD}\n${EVENTS.join('\n')}\n`)
    expect(file).toMatchObject({ kind: 'umami', zoneOf: 'times', days: ['2026-03-01', '2026-03-02'] })
    expect(linesOf(file).filter((line) => line.startsWith('2026-03-02'))).toEqual([
      '2026-03-02 act register - - 1 - -',
      '2026-03-02 browser chrome 2 3 4 120 2',
      '2026-03-02 country US 2 3 4 120 2',
      '2026-03-02 device desktop 2 3 4 120 2',
      '2026-03-02 entry / 2 3 4 120 2',
      '2026-03-02 exit / 1 2 2 0 2',
      '2026-03-02 page / - 3 3 - -',
      '2026-03-02 page /event/omaha - 1 1 - -',
      '2026-03-02 source 1 2 2 0 2',
      '2026-03-02 source google.com 1 1 2 120 0',
      '2026-03-02 total 2 3 4 120 2',
      '2026-03-02 utm_source news 1 1 2 120 0',
    ])
    expect((await read(`${HEAD}\n${EVENTS.toReversed().join('\n')}\n`)).rows).toEqual(file.rows)
    expect((await read(zipOf({ 'data/website_event.csv': `${HEAD}\n${EVENTS.join('\n')}` }))).rows).toEqual(file.rows)
  })

  test('times without a zone are those of the zone that is asked for; others are not moved', async () => {
    const daysIn = async (at: string, zone: string) =>
      (await read(`${HEAD}\n${event('s', 'v', at, '/')}\n`, { zone })).days
    expect(await daysIn('2026-03-02 05:30:00', 'UTC')).toEqual(['2026-03-01'])
    expect(await daysIn('2026-03-02 05:30:00', 'America/Chicago')).toEqual(['2026-03-02'])
    expect(await daysIn('2026-03-02T05:30:00Z', 'America/Chicago')).toEqual(['2026-03-01'])
    expect(await daysIn('2026-03-02 05:30:00+0900', 'UTC')).toEqual(['2026-03-01'])
  })

  test('the totals of a self-hosted Umami are refused', async () => {
    await refusal('x,y\n/,12\n', 'umamiTotals')
    await refusal(zipOf({ 'pages.csv': '"x","y"\n/,12\n', 'events.csv': 'x,y\n' }), 'umamiTotals')
  })
})
