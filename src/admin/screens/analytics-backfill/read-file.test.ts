import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { IMPORT_LIMITS, MEBIBYTE } from '#src/contract/analytics-import.ts'
import type { RefusalKey } from '#src/contract/analytics-import-refusals.ts'
import { CONTEXT, fileOf, linesOf, read, refusal, zipOf } from '#tests/analytics/import-files.ts'
import { atScale } from '#tests/support/scale.ts'
import type { FileSource } from './open-file.ts'
import { readImportFile } from './read-file.ts'

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
    const lines = Buffer.alloc(40 * MEBIBYTE, `2026-03-01,/${'x'.repeat(3_000)},1\n`)
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
const LARGE = atScale(8, 200) * MEBIBYTE

// Beside other tests, a slow machine takes more than a minute for 200 MB.
describe('a large file', { timeout: 300_000 }, () => {
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
