import { describe, expect, test } from 'vitest'
import { linesOf, read, refusal, zipOf } from '#tests/analytics/import-files.ts'

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
