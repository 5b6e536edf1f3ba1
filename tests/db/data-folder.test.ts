import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { inspectFolder, POSTGRES_MAJOR } from '#db/data-folder.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { dataFolder, temporaryFolder } from '#tests/support/embedded.ts'

/** Every path in a folder with a checksum of its content and when it was changed. */
function contentsOf(folder: string): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  return paths.map((path) => {
    const info = statSync(join(folder, path))
    if (info.isDirectory()) return path
    return `${path} ${info.mtimeMs} ${createHash('sha256')
      .update(readFileSync(join(folder, path)))
      .digest('hex')}`
  })
}

function expectRefusal(dataDir: string, sentence: RegExp): void {
  const before = contentsOf(dataDir)
  expect(() => inspectFolder(dataDir)).toThrow(sentence)
  expect(contentsOf(dataDir)).toEqual(before)
}

async function expectNoStart(dataDir: string, sentence: RegExp): Promise<void> {
  const before = contentsOf(dataDir)
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(sentence)
  expect(contentsOf(dataDir)).toEqual(before)
}

/** A data folder as far as can be told without reading tables, and a tenth of the bytes. */
let dataDir: string
let whole: string
beforeAll(async () => {
  whole = await dataFolder()
})
beforeEach(() => {
  dataDir = temporaryFolder()
  cpSync(whole, dataDir, { recursive: true, filter: (path) => !/\/base\/\d+\/|\/pg_wal\/0/.test(path) })
  writeFileSync(join(dataDir, 'postgres/pg_wal/000000010000000000000001'), '')
})
const edit = (path: string, change: (bytes: Buffer) => Buffer | string) =>
  writeFileSync(join(dataDir, path), change(readFileSync(join(dataDir, path))))

test('the stamp names the major version that PGlite really has', () => {
  expect(readFileSync(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8').trim()).toBe(String(POSTGRES_MAJOR))
})

test('a folder with other files and no stamp is refused untouched', async () => {
  const foreign = temporaryFolder()
  writeFileSync(join(foreign, 'holiday.jpg'), 'sun')
  await expectNoStart(foreign, /holds other files \(holiday\.jpg\) and no database of this product/)
})

test('a PostgreSQL folder of somebody else is refused untouched', () => {
  rmSync(join(dataDir, 'workshop-site.json'))
  expectRefusal(dataDir, /holds other files \(postgres\)/)
})

test('a folder of another major version is refused untouched, with what to do', async () => {
  edit('workshop-site.json', (bytes) => bytes.toString().replace('18', '17'))
  await expectNoStart(dataDir, /was made with PostgreSQL 17.*has 18.*npm run backup/)
})

test.each(['{', '[]', '{"product":"else","postgres":18}', ''])(
  'a stamp that says %s is refused untouched',
  async (text) => {
    edit('workshop-site.json', () => text)
    expectRefusal(dataDir, /workshop-site\.json that is not this product's/)
  },
)

test.each<[string, RegExp, () => void]>([
  ['without its database', /it is missing/, () => rmSync(join(dataDir, 'postgres'), { recursive: true })],
  ['without PG_VERSION', /PG_VERSION cannot be read/, () => rmSync(join(dataDir, 'postgres/PG_VERSION'))],
  ['with another PG_VERSION', /PG_VERSION is not/, () => edit('postgres/PG_VERSION', () => '17\n')],
  ['without a control file', /pg_control cannot be read/, () => rmSync(join(dataDir, 'postgres/global/pg_control'))],
  [
    'with a short control file',
    /wrong size/,
    () => edit('postgres/global/pg_control', (bytes) => bytes.subarray(0, 100)),
  ],
  [
    'with a control file of zeros',
    /wrong checksum/,
    () => edit('postgres/global/pg_control', (bytes) => bytes.fill(0)),
  ],
  [
    'with one bit of the control file turned',
    /wrong checksum/,
    () => edit('postgres/global/pg_control', (bytes) => bytes.fill((bytes[40] ?? 0) ^ 1, 40, 41)),
  ],
  [
    'without a write-ahead log',
    /pg_wal is missing/,
    () => rmSync(join(dataDir, 'postgres/pg_wal'), { recursive: true }),
  ],
  ['without its tables', /base is missing/, () => rmSync(join(dataDir, 'postgres/base'), { recursive: true })],
])('a folder %s is refused untouched', (_, sentence, spoil) => {
  expect(inspectFolder(dataDir)).toBe('present')
  spoil()
  expectRefusal(dataDir, sentence)
})

test('a damaged folder does not start', async () => {
  edit('postgres/global/pg_control', (bytes) => bytes.fill(0))
  await expectNoStart(dataDir, /is damaged: global\/pg_control has a wrong checksum\. It was left as it is\./)
})

test('a folder in which something was edited that only opening shows does not start, and says so', async () => {
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/cannot be opened/)
})

test('a file in the place of the folder is refused', async () => {
  const file = join(temporaryFolder(), 'data')
  writeFileSync(file, 'x')
  await expect(startEmbeddedPostgres({ dataDir: file })).rejects.toThrow(`The data folder ${file} is a file.`)
})

test('what the rest of the product left there before the first database is no obstacle', () => {
  const folder = temporaryFolder()
  for (const name of ['releases', 'cache']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'runtime.json'), '{}')
  expect(inspectFolder(folder)).toBe('absent')
})

test.each([
  ['while the first database was growing', 'absent', false],
  ['between the stamp and the move', 'present', true],
])('a start cut short %s is gone on with', async (_, state, isStamped) => {
  const folder = temporaryFolder()
  cpSync(join(whole, 'postgres'), join(folder, 'postgres.new'), { recursive: true })
  if (isStamped) cpSync(join(dataDir, 'workshop-site.json'), join(folder, 'workshop-site.json'))
  expect(inspectFolder(folder)).toBe(state)
  const { stop } = await startEmbeddedPostgres({ dataDir: folder })
  await stop()
  expect(inspectFolder(folder)).toBe('present')
})
