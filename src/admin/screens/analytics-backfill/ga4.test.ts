import { describe, expect, test } from 'vitest'
import { UnknownColumns } from '#src/contract/analytics-import-refusals.ts'
import { linesOf, read } from '#tests/analytics/import-files.ts'

describe('Google Analytics', () => {
  const HEAD =
    '# ----------------------------------------\n# Pages and screens: "Page path"\n# Account: Gauge, Inc.\n# Start date: 20260901\n# End date: 20260930\n# ----------------------------------------\n\n'

  test('pages without a date are totals of the period in the comments', async () => {
    const text = `\uFEFF${HEAD}Page path and screen class,Views,Active users,Views per active user,Average engagement time per active user,Event count\n/event/omaha?a=1,"1,234",900,1.37,12.4,7000\n/event/omaha?a=2,6,5,1,2,3\n/,10,8,1,1,1\nTotal,1250,913,,,\n`
    const file = await read(text)
    expect(file).toMatchObject({
      kind: 'ga4',
      isPeriod: true,
      days: [],
      period: { from: '2026-09-01', to: '2026-09-30' },
    })
    expect(file.rows.map(({ day, value, views, visitors }) => [day, value, views, visitors])).toEqual([
      [null, '/', 10, 8],
      [null, '/event/omaha', 1240, 905],
    ])
    expect(file.report.leftOut).toEqual({ total: 1 })
  })

  test.each(['20260922', '2026-09-22'])('with the date %s it is a day', async (date) => {
    const file = await read(`Date,Sessions,Total users\n${date},1.234,"900"\n`)
    expect(linesOf(file)).toEqual(['2026-09-22 total 900 1234 - - -'])
    expect(file).toMatchObject({ zoneOf: 'days', isPeriod: false })
  })

  test('sources, campaigns, countries, devices and landing pages are found, and users of two dimensions are left out', async () => {
    const head =
      'Date,Session source / medium,Session campaign,Country,Device category,Landing page,Sessions,Active users'
    const file = await read(
      `${head}\n20260922,google / organic,(not set),United States,mobile,https://plant.example/a?b=c,3,2\n`,
    )
    expect(linesOf(file)).toEqual([
      '2026-09-22 country US - 3 - - -',
      '2026-09-22 device phone - 3 - - -',
      '2026-09-22 entry /a - 3 - - -',
      '2026-09-22 source google - 3 - - -',
      '2026-09-22 utm_medium organic - 3 - - -',
    ])
  })

  test('the nth day counts from the start in the comments; other tables of a report are left out', async () => {
    const file = await read(
      `${HEAD}Nth day,Active users\n0000,4\n0001,5\n\n# Start date: 20260901\nCountry,Active users\nCanada,9\n`,
    )
    expect(linesOf(file)).toEqual(['2026-09-01 total 4 - - - -', '2026-09-02 total 5 - - - -'])
    expect(file.report.leftOut).toEqual({ day: 1 })
  })

  test('a date in words is not guessed, and thousands of other languages are read', async () => {
    const file = await read('Date;Views\n"22 sept. 2026";5\n20260922;1 234\n20260923;1’234\n20260924;12,34\n')
    expect(linesOf(file, 'total')).toEqual(['2026-09-22 total - - 1234 - -', '2026-09-23 total - - 1234 - -'])
    expect(file.report.leftOut).toEqual({ day: 1, number: 1 })
  })

  test('columns in another language are asked for, and read as someone says', async () => {
    const text = `${HEAD}Datum,Seitenpfad,Aufrufe\n20260922,/,7\n`
    await expect(read(text)).rejects.toMatchObject({ header: ['Datum', 'Seitenpfad', 'Aufrufe'] })
    await expect(read(text)).rejects.toBeInstanceOf(UnknownColumns)
    const file = await read(text, {}, { Datum: 'date', Seitenpfad: 'page', Aufrufe: 'views' })
    expect(linesOf(file)).toEqual(['2026-09-22 page / - - 7 - -'])
  })
})
