import { describe, expect, test } from 'vitest'
import { linesOf, read, refusal, zipOf } from '#tests/analytics/import-files.ts'

describe('Plausible', () => {
  const TABLES: [name: string, text: string, lines: string[]][] = [
    [
      'imported_visitors',
      '"date","visitors","pageviews","bounces","visits","visit_duration"\n"2026-03-01",5,12,2,6,300\n',
      ['2026-03-01 total 5 6 12 300 2'],
    ],
    [
      'imported_sources, in another order',
      'source,date,referrer,utm_source,utm_medium,utm_campaign,utm_content,utm_term,visitors,pageviews,visits,visit_duration,bounces\nwww.Plant.example,2026-03-01,plant.example/a?token=1,News,email,spring,,,1,2,1,30,0\nDirect / None,2026-03-01,,,,,,,3,4,3,0,3\n',
      [
        '2026-03-01 source 3 3 4 0 3',
        '2026-03-01 source Plant.example 1 1 2 30 0',
        '2026-03-01 utm_campaign spring 1 1 2 30 0',
        '2026-03-01 utm_medium email 1 1 2 30 0',
        '2026-03-01 utm_source news 1 1 2 30 0',
      ],
    ],
    [
      'imported_pages',
      'date,hostname,page,visits,visitors,pageviews\n2026-03-01,plant.example,/event/omaha?x=1#y,3,2,4\n',
      ['2026-03-01 page /event/omaha 2 3 4 - -'],
    ],
    [
      'imported_entry_pages',
      'date,entry_page,visitors,entrances,visit_duration,bounces,pageviews\n2026-03-01,/,2,3,40,1,9\n',
      ['2026-03-01 entry / 2 3 9 40 1'],
    ],
    [
      'imported_exit_pages',
      'date,exit_page,visitors,visit_duration,exits,bounces,pageviews\n2026-03-01,/,2,40,3,1,9\n',
      ['2026-03-01 exit / 2 3 9 40 1'],
    ],
    [
      'imported_browsers',
      'date,browser,browser_version,visitors,visits,visit_duration,bounces,pageviews\n2026-03-01,Firefox,132,1,1,0,1,1\n',
      ['2026-03-01 browser Firefox 1 1 1 0 1'],
    ],
    [
      'imported_devices',
      'date,device,visitors,visits,visit_duration,bounces,pageviews\n2026-03-01,Mobile,1,1,0,1,1\n2026-03-01,Laptop,1,1,0,1,1\n',
      ['2026-03-01 device desktop 1 1 1 0 1', '2026-03-01 device phone 1 1 1 0 1'],
    ],
    [
      'imported_locations',
      'date,country,region,city,visitors,visits,visit_duration,bounces,pageviews\n2026-03-01,US,US-TX,123,1,1,0,1,1\n',
      ['2026-03-01 country US 1 1 1 0 1'],
    ],
    [
      'imported_custom_events',
      'date,name,link_url,path,visitors,events\n2026-03-01,Signup,,/,1,2\n',
      ['2026-03-01 act Signup 1 - 2 - -'],
    ],
  ]
  test.each(TABLES)('%s', async (_, text, lines) => {
    const file = await read(text)
    expect(file).toMatchObject({ kind: 'plausible', zoneOf: 'days', isPeriod: false, days: ['2026-03-01'] })
    expect(file.report.unknownColumns).toEqual([])
    expect(linesOf(file)).toEqual(lines)
  })

  test('a zip has all tables in one import, without those of operating systems', async () => {
    const files = Object.fromEntries(TABLES.map(([name, text]) => [`${name}_20260301_20260301.csv`, text]))
    const systems = 'date,operating_system,operating_system_version,visitors\n2026-03-01,Linux,6,1\n'
    const file = await read(zipOf({ ...files, 'imported_operating_systems.csv': systems, '__MACOSX/._a.csv': 'x' }))
    expect(linesOf(file)).toHaveLength(TABLES.flatMap(([, , lines]) => lines).length)
    expect(file.report.tables).toMatchObject({ Days: 1, Pages: 1, Countries: 1 })
    await refusal(systems, 'systems')
  })

  test('what a file does not tell is null, unknown columns are named, and what is no figure or day is counted', async () => {
    const file = await read('date,page,mood\n2026-03-01,/,fine\n2026-02-30,/,\n,/,\n2026-11-20,/,\n2026-11-19,/,\n')
    expect(linesOf(file)).toEqual(['2026-03-01 page / - - - - -', '2026-11-19 page / - - - - -'])
    expect(file.report).toMatchObject({ unknownColumns: ['mood'], leftOut: { day: 2, today: 1 } })
    const wrong = await read('date,page,visits\n2026-03-01,/,=1+1\n2026-03-01,/a,-1\n2026-03-01,/b,2\n')
    expect(wrong.report.leftOut).toEqual({ number: 2 })
  })

  test('a file gives the same rows in another order and with a line repeated; different lines with one value stay separate', async () => {
    const lines = ['2026-03-01,plant.example,/,1', '2026-03-01,www.plant.example,/,2', '2026-03-02,plant.example,/,3']
    const head = 'date,hostname,page,pageviews\n'
    const { rows } = await read(head + lines.join('\n'))
    expect(rows).toHaveLength(3)
    expect((await read(head + [...lines.toReversed(), lines[0]].join('\n'))).rows).toEqual(rows)
  })
})
