import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { IMPORT_LIMITS, type ImportDimension, MEBIBYTE } from '#src/contract/analytics-import.ts'
import { IMPORT_REFUSED, type RefusalKey } from '#src/contract/analytics-import-refusals.ts'
import { atScale } from '#tests/support/scale.ts'
import { UnknownColumns } from './csv-file.ts'
import type { Role } from './ga4.ts'
import type { FileSource } from './open-file.ts'
import { type ReadFile, readImportFile } from './read-file.ts'

const CONTEXT = { today: '2026-11-20', zone: 'UTC', sha256: 'ab'.repeat(32) }

/** A file of these bytes, in chunks as browsers give them. */
function fileOf(content: string | Uint8Array<ArrayBuffer>, name = 'export.csv'): FileSource {
  const blob = new Blob([content])
  return { name, size: blob.size, stream: () => blob.stream() }
}
const zipOf = (files: Record<string, string>, name = 'export.zip') =>
  fileOf(
    new Uint8Array(zipSync(Object.fromEntries(Object.entries(files).map(([at, text]) => [at, strToU8(text)])))),
    name,
  )

const read = (file: FileSource | string, more: Partial<typeof CONTEXT> = {}, roles?: Record<string, Role>) =>
  readImportFile(typeof file === 'string' ? fileOf(file) : file, { context: { ...CONTEXT, ...more }, roles })
/** The rows as `day dimension value figures`. */
const linesOf = ({ rows }: ReadFile, dimension?: ImportDimension) =>
  rows
    .filter((row) => !dimension || row.dimension === dimension)
    .map(({ day, dimension: of, value, visitors, visits, views, seconds, bounces }) =>
      [day, of, value, ...[visitors, visits, views, seconds, bounces].map((figure) => figure ?? '-')]
        .join(' ')
        .replace('  ', ' '),
    )
const refusal = async (file: FileSource | string, key: RefusalKey) => {
  await expect(read(file)).rejects.toMatchObject({ name: 'ImportRefused', key, message: IMPORT_REFUSED[key].why })
}

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

  test('the rows are the same in another order and with a line twice; lines of one value are told apart', async () => {
    const lines = ['2026-03-01,plant.example,/,1', '2026-03-01,www.plant.example,/,2', '2026-03-02,plant.example,/,3']
    const head = 'date,hostname,page,pageviews\n'
    const { rows } = await read(head + lines.join('\n'))
    expect(rows).toHaveLength(3)
    expect((await read(head + [...lines.toReversed(), lines[0]].join('\n'))).rows).toEqual(rows)
  })
})

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

describe('GoatCounter', () => {
  const HEAD =
    '2Path,Title,Event,UserAgent,Browser,System,Session,Bot,Referrer,Referrer scheme,Screen size,Location,FirstVisit,Date'
  const CSV = `${HEAD}\n/,Home,false,,Firefox 132,Linux,a1,0,www.plant.example/x,h,"1920,1080,1",US-TX,true,2026-03-02T12:00:00Z\n/events,Events,false,,Firefox 132,Linux,a1,0,,,"1920,1080,1",US-TX,true,2026-03-02T12:00:30Z\nclick-letter,,true,,Firefox 132,Linux,a1,0,,,"1920,1080,1",US-TX,true,2026-03-02T12:01:00Z\n/,Home,false,,Bot,Linux,b2,150,,,,,true,2026-03-02T12:00:00Z\n/,Home,false,,Safari 18,iOS,c3,0,Spring,c,"390,844,3",,true,2026-03-02T13:00:00+01:00\n`

  test('single views are counted by day, without bots, and sessions are visits but not visitors', async () => {
    const file = await read(CSV)
    expect(file).toMatchObject({ kind: 'goatcounter', zoneOf: null })
    expect(file.report.leftOut).toEqual({ bot: 1 })
    expect(linesOf(file)).toEqual([
      '2026-03-02 act click-letter - - 1 - -',
      '2026-03-02 browser Firefox - 1 2 60 0',
      '2026-03-02 browser Safari - 1 1 0 1',
      '2026-03-02 country - 1 1 0 1',
      '2026-03-02 country US - 1 2 60 0',
      '2026-03-02 device desktop - 1 2 60 0',
      '2026-03-02 device phone - 1 1 0 1',
      '2026-03-02 entry / - 2 3 60 1',
      '2026-03-02 exit / - 1 1 0 1',
      '2026-03-02 page / - 2 2 - -',
      '2026-03-02 page /events - 1 1 - -',
      '2026-03-02 source - 1 1 0 1',
      '2026-03-02 source plant.example - 1 2 60 0',
      '2026-03-02 total - 2 3 60 1',
      '2026-03-02 utm_campaign spring - 1 1 0 1',
    ])
  })

  test.each(['1', '3', '12'])('version %s is refused', async (version) => {
    await refusal(CSV.replace('2Path', `${version}Path`), 'goatcounterVersion')
  })

  const JSON_FILES = {
    // The lists come after what refers to them.
    'hit_stats.jsonl':
      '{"hour":"2026-03-02T04:00:00Z","path_id":1,"ref_id":2,"count":4}\n{"hour":"2026-03-02T19:00:00Z","path_id":1,"ref_id":1,"count":3}\n{"hour":"2026-03-02T19:00:00Z","path_id":2,"ref_id":1,"count":1}\n{"hour":"2026-03-02T19:00:00Z","path_id":99,"ref_id":1,"count":1}\n',
    'info.json': '{\n "export_version": "1.0", "created_for": "stats.plant.example"}',
    'paths.jsonl':
      '{"id":1,"event":false,"path":"/","title":"Home"}\n{"id":2,"event":true,"path":"click-letter","title":""}\n',
    'refs.jsonl': '{"id":1,"ref":"","ref_scheme":"o"}\n{"id":2,"ref":"Google","ref_scheme":"g"}\n',
    'browsers.jsonl': '{"id":7,"name":"Firefox","version":"132"}\n',
    'browser_stats.jsonl': '{"day":"2026-03-02","path_id":1,"browser_id":7,"count":3}\n',
    'location_stats.jsonl': '{"day":"2026-03-02","path_id":1,"location":"US-TX","count":3}\n',
    'size_stats.jsonl': '{"day":"2026-03-02","path_id":1,"width":390,"count":3}\nno json\n',
    'systems.jsonl': '{"id":1,"name":"Linux","version":""}\n',
  }

  test('the JSON export is read in any order of its files', async () => {
    const file = await read(zipOf(JSON_FILES))
    expect(linesOf(file)).toEqual([
      '2026-03-01 page / - 4 4 - -',
      '2026-03-01 source Google - - 4 - -',
      '2026-03-01 total - - 4 - -',
      '2026-03-02 act click-letter - - 1 - -',
      '2026-03-02 browser Firefox - - 3 - -',
      '2026-03-02 country US - - 3 - -',
      '2026-03-02 device phone - - 3 - -',
      '2026-03-02 page / - 3 3 - -',
      '2026-03-02 source - - 3 - -',
      '2026-03-02 total - - 3 - -',
    ])
    expect(file.report.leftOut).toEqual({ number: 1, unknown: 1 })
    const reversed = Object.fromEntries(Object.entries(JSON_FILES).toReversed())
    expect((await read(zipOf(reversed))).rows).toEqual(file.rows)
  })

  test('another version of the JSON export is refused', async () => {
    await refusal(zipOf({ ...JSON_FILES, 'info.json': '{"export_version": 2.1}' }), 'goatcounterJson')
  })
})

describe('a file that cannot be read', () => {
  const PAGES = 'date,page,pageviews\n2026-03-01,/café,3\n'
  const utf16 = (text: string) =>
    Uint8Array.from([...text].flatMap((sign) => [sign.charCodeAt(0) & 255, sign.charCodeAt(0) >> 8]))
  const latin1 = (text: string) => Uint8Array.from([...text].map((sign) => sign.charCodeAt(0)))
  const zip = new Uint8Array(zipSync({ 'imported_pages.csv': strToU8(PAGES.repeat(50)) }))

  test.each<[string, FileSource, RefusalKey]>([
    ['empty', fileOf(''), 'empty'],
    ['UTF-16 with a mark', fileOf(Uint8Array.from([0xff, 0xfe, ...utf16(PAGES)])), 'utf16'],
    ['UTF-16 without a mark', fileOf(utf16(PAGES)), 'utf16'],
    ['Latin-1', fileOf(latin1(PAGES)), 'encoding'],
    ['no text', fileOf(Uint8Array.from([...latin1('date,page\n'), 0, 1, 2])), 'binary'],
    ['of another service', fileOf('when,what\n1,2\n'), 'unknown'],
    ['a spreadsheet', zipOf({ '[Content_Types].xml': '<x/>', 'xl/sheet1.xml': '<x/>' }, 'a.xlsx'), 'spreadsheet'],
    ['a zip of something else', zipOf({ 'a.png': 'x' }), 'strangeZip'],
    ['a zip of two services', zipOf({ 'a.csv': PAGES, 'b.csv': 'Date,Views\n20260301,1\n' }), 'mixedZip'],
    ['a zip that is cut off', fileOf(zip.slice(0, 60), 'a.zip'), 'damagedZip'],
    ['without a line of figures', fileOf('date,page,pageviews\n'), 'noRows'],
    ['with a million columns', fileOf(`date,page${',x'.repeat(1_000_000)}\n`), 'line'],
    ['with a thousand columns', fileOf(`date,page${',x'.repeat(1_000)}\n`), 'columns'],
    ['with a quote that never ends', fileOf(`${PAGES}2026-03-02,"/${'x\n'.repeat(600_000)}`), 'line'],
    ['with days far apart', fileOf(`${PAGES}1999-03-02,/,1\n`), 'days'],
    [
      'with 201 files in a zip',
      zipOf(Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`${at}.x`, '']))),
      'tooManyFiles',
    ],
  ])('%s is refused', (_, file, key) => refusal(file, key))

  test('a zip bomb is refused long before it is unpacked', async () => {
    const bomb = zipSync({ 'imported_pages.csv': new Uint8Array(64 * MEBIBYTE) })
    expect(bomb.length).toBeLessThan(MEBIBYTE)
    await refusal(fileOf(new Uint8Array(bomb), 'bomb.zip'), 'binary')
    const lines = Buffer.alloc(40 * MEBIBYTE, `2026-03-01,/${'x'.repeat(400)},1\n`)
    lines.write('date,page,pageviews\n')
    await refusal(fileOf(new Uint8Array(zipSync({ 'imported_pages.csv': lines })), 'bomb.zip'), 'bomb')
  })

  test('very long cells are left out, and formulas are text', async () => {
    const file = await read(
      `date,page,pageviews\n2026-03-01,/${'x'.repeat(3_000)},1\n2026-03-01,/${'y'.repeat(600)},1\n2026-03-01,"=HYPERLINK(""https://evil.example"")",2\n`,
    )
    expect(file.report.leftOut).toEqual({ long: 2 })
    expect(linesOf(file)).toEqual([
      '2026-03-01 page /=HYPERLINK("https://evil.example") - - 2 - -'.replace(
        'https://evil.example")',
        'https://evil.example")',
      ),
    ])
  })

  test('the encoding is UTF-8, with or without a mark, also where a sign is cut by a chunk', async () => {
    const encoder = new TextEncoder()
    const bytes = encoder.encode(`\uFEFF${PAGES}`)
    const stream = () =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
          controller.close()
        },
      })
    expect(linesOf(await read({ name: 'a.csv', size: bytes.length, stream }))).toEqual([
      '2026-03-01 page /café - - 3 - -',
    ])
  })
})

/** Of 200 MB in the tests at scale. */
const LARGE = atScale(16, 200) * MEBIBYTE

describe('a large file', () => {
  /** Lines of a few pages over and over, never held as a whole. */
  const streamOf = (lines: (at: number) => string, bytes: number): FileSource => ({
    name: 'large.csv',
    size: bytes,
    stream: () => {
      let at = 0
      let sent = 0
      const encoder = new TextEncoder()
      return new ReadableStream<Uint8Array>({
        pull(controller) {
          const text = at === 0 ? 'date,hostname,page,pageviews\n' : lines(at)
          at += 1
          const chunk = encoder.encode(text)
          controller.enqueue(chunk)
          sent += chunk.length
          if (sent >= bytes) controller.close()
        },
      })
    },
  })

  test('is read in pieces, with its progress, and can be stopped', async () => {
    const block = Array.from(
      { length: 2_000 },
      (_, page) => `2026-03-01,plant.example,/page-${page % 50},${page % 7}\n`,
    ).join('')
    const shares: number[] = []
    const file = streamOf(() => block, LARGE)
    const { rows } = await readImportFile(file, { context: CONTEXT, onProgress: (share) => shares.push(share) })
    expect(rows).toHaveLength(50)
    expect(shares.length).toBeGreaterThan(1)
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    const stop = new AbortController()
    const stopped = readImportFile(file, { context: CONTEXT, signal: stop.signal, onProgress: () => stop.abort() })
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('is refused where it has too many rows, or is larger still', async () => {
    const file = streamOf(
      (at) => Array.from({ length: 5_000 }, (_, page) => `2026-03-01,plant.example,/p-${at}-${page},1\n`).join(''),
      LARGE,
    )
    await refusal(file, 'rows')
    await refusal({ ...file, size: IMPORT_LIMITS.fileBytes + 1 }, 'tooLarge')
  })
})
