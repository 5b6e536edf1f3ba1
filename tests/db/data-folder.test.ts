import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { inspectFolder, requireOurs } from '#db/data-folder.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { findPrograms, unprivilegedUser } from '#db/postgres-programs.ts'
import { temporaryFolder } from '#tests/support/embedded.ts'

/** Every path in a folder but the lock, with its size and when it was changed. */
function getContents(folder: string): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path !== 'owner.lock')
    .sort()
  return paths.map((path) => {
    const info = statSync(join(folder, path))
    return info.isDirectory() ? path : `${path} ${info.mtimeMs} ${info.size}`
  })
}

async function expectNoStart(dataDir: string, sentence: RegExp | string): Promise<void> {
  const before = getContents(dataDir)
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(sentence)
  expect(getContents(dataDir)).toEqual(before)
}

let whole: string
let dataDir: string
beforeAll(async () => {
  whole = temporaryFolder()
  await (await startEmbeddedPostgres({ dataDir: whole })).stop()
  rmSync(join(whole, 'owner.lock'))
})
beforeEach(() => {
  dataDir = temporaryFolder()
  cpSync(whole, dataDir, { recursive: true })
})
const stamp = () => join(dataDir, 'workshop-site.json')

test('the stamp names the engine and its major version', () => {
  const major = findPrograms({ user: unprivilegedUser() })?.major
  expect(readFileSync(stamp(), 'utf8')).toBe(`{"product":"workshop-site","engine":"PostgreSQL","postgres":${major}}\n`)
  expect(inspectFolder(dataDir)).toEqual({ major, files: join(dataDir, 'postgres') })
})

test('a folder that was copied, by root too, starts with what is in it', async () => {
  const { stop, remarks } = await startEmbeddedPostgres({ dataDir })
  expect(remarks).toEqual([])
  await stop()
})

test('a folder with other files and no stamp is refused untouched', async () => {
  const foreign = temporaryFolder()
  writeFileSync(join(foreign, 'holiday.jpg'), 'sun')
  await expectNoStart(foreign, /holds other files \(holiday\.jpg\) and no database of this product/)
})

test('another program’s PostgreSQL folder is refused untouched', async () => {
  rmSync(stamp())
  await expectNoStart(dataDir, /holds other files \(postgres\)/)
})

test('a folder of the former engine is refused untouched, with how to carry it over', async () => {
  writeFileSync(stamp(), '{"product":"workshop-site","postgres":18}\n')
  await expectNoStart(
    dataDir,
    /earlier version of this product.*PGlite.*npm run backup -- FILE.*npm run restore -- FILE/,
  )
  expect(requireOurs(dataDir)).toBe(true) // with DATABASE_URL its releases are still good
})

test('a folder of another major version is refused untouched, with what to do', async () => {
  writeFileSync(stamp(), '{"product":"workshop-site","engine":"PostgreSQL","postgres":14}\n')
  await expectNoStart(dataDir, /was made with PostgreSQL 14, and this machine has version \d+\..*npm run backup/)
})

test.each(['{', '[]', '{"product":"else","postgres":18}', ''])(
  'a stamp that says %s is refused untouched',
  async (text) => {
    writeFileSync(stamp(), text)
    await expectNoStart(dataDir, /workshop-site\.json that is not this product's/)
  },
)

test('a folder whose database is missing is refused untouched, with what to do', async () => {
  rmSync(join(dataDir, 'postgres'), { recursive: true })
  await expectNoStart(dataDir, /is missing: there is no .*Restore a backup into another folder/)
})

test.each(['global/pg_control', 'PG_VERSION', 'pg_wal'])(
  'a database without its %s does not start, and says what PostgreSQL found',
  async (path) => {
    rmSync(join(dataDir, 'postgres', path), { recursive: true })
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/cannot be opened: .+\. If its files are damaged/)
    expect(() => inspectFolder(dataDir)).not.toThrow()
  },
)

test('a file in the place of the folder is refused', async () => {
  const file = join(temporaryFolder(), 'data')
  writeFileSync(file, 'x')
  await expect(startEmbeddedPostgres({ dataDir: file })).rejects.toThrow(`The data folder ${file} is a file.`)
})

test('other files of the product in the folder do not prevent the first database', () => {
  const folder = temporaryFolder()
  for (const name of ['releases', 'cache', 'postgres.new']) mkdirSync(join(folder, name))
  for (const name of ['runtime.json', 'database-password']) writeFileSync(join(folder, name), '{}')
  expect(inspectFolder(folder)).toBeUndefined()
})

test.each([
  ['while the first database was being made', false],
  ['between the stamp and the move', true],
])('a start cut short %s is continued', async (_, isStamped) => {
  const folder = temporaryFolder()
  cpSync(join(whole, 'postgres'), join(folder, 'postgres.new'), { recursive: true })
  cpSync(join(whole, 'database-password'), join(folder, 'database-password'))
  if (isStamped) {
    const files = { product: 'workshop-site', engine: 'PostgreSQL', postgres: inspectFolder(whole)?.major }
    writeFileSync(join(folder, 'workshop-site.json'), JSON.stringify(files))
  }
  const { stop } = await startEmbeddedPostgres({ dataDir: folder })
  await stop()
  expect(readdirSync(folder)).not.toContain('postgres.new')
})
