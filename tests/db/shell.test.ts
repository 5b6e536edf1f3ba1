import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { openDb } from '#db/client.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { emergencyActions, heartbeats, menuItems, outbox, sessions } from '#db/schema/index.ts'
import { openReleases } from '#netlify/local/releases.ts'
import { preparePerson } from '#tests/accounts/people.ts'
import { writeSite } from '#tests/local/a-site.ts'
import { temporaryFolder } from '#tests/support/embedded.ts'
import { createDatabase } from '#tests/support/postgres.ts'
import { freePort } from '#tests/support/postgres-server.ts'

const LOCAL = join(import.meta.dirname, '..', '..', 'netlify', 'local')

type Outcome = { code?: number; stdout: string; stderr: string }

/** Runs one of the database's commands as npm does; an empty variable counts as absent. */
async function run(
  command: string,
  words: string[],
  variables: { DATABASE_URL?: string; DATA_DIR?: string; SECRET_KEY?: string },
) {
  const env = { ...process.env, DATABASE_URL: '', DATA_DIR: '', ...variables }
  const running = promisify(execFile)(process.execPath, [join(LOCAL, `${command}.ts`), ...words], { env })
  return running.catch((error: Outcome): Outcome => error)
}

const item = { label: 'Events', href: '/events' }

async function withItem(url: string): Promise<void> {
  await migrate(url)
  const { db, close } = openDb(url)
  await db.insert(menuItems).values(item)
  await close()
}

async function countItems(url: string): Promise<number> {
  const { db, close } = openDb(url)
  const count = await db.$count(menuItems)
  await close()
  return count
}

/** What the commands noted: the job, and whether a run of it succeeded and whether one failed. */
async function notes(url: string) {
  const { db, close } = openDb(url)
  const rows = await db.select().from(heartbeats).orderBy(heartbeats.job)
  await close()
  return rows.map(({ job, succeededAt, failedAt }) => [job, succeededAt !== null, failedAt !== null])
}

test('a host that does not answer is named in a sentence, without credentials', async () => {
  const port = await freePort()
  const DATABASE_URL = `postgres://someone:secret@127.0.0.1:${port}/site`
  const stderr = `Cannot reach the database at 127.0.0.1:${port} (connection refused).\n`
  const commands = [['migrate'], ['backup', 'x.gz'], ['reset', '--yes']] as const
  const outcomes = await Promise.all(commands.map(([command, ...words]) => run(command, words, { DATABASE_URL })))
  for (const outcome of outcomes) expect(outcome).toMatchObject({ code: 1, stderr })
})

test('an address that is none is an error that names the variable', async () => {
  const outcome = await run('migrate', [], { DATABASE_URL: 'mysql://127.0.0.1/site' })
  expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining('DATABASE_URL') })
})

test.each(['backup', 'restore'])('%s without a file says how to name one', async (command) => {
  expect(await run(command, [], {})).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`npm run ${command} -- FILE`),
  })
})

describe('on the data folder of this machine', () => {
  test('a running server’s database is backed up, the backup restored into a new folder, and that emptied without asking', {
    timeout: 180_000,
  }, async () => {
    const dataDir = temporaryFolder()
    const server = await startEmbeddedPostgres({ dataDir })
    await withItem(server.url)
    const file = join(temporaryFolder(), 'site.gz')
    expect(await run('backup', [file], { DATA_DIR: dataDir })).toMatchObject({
      stdout: expect.stringMatching(/^Wrote \d+ rows/),
    })
    expect(await run('restore', ['--drill', file], { DATA_DIR: dataDir })).toMatchObject({
      stdout: expect.stringMatching(/can be restored: \d+ rows of \d+ tables, and the audit log is whole/),
    })
    expect(await run('restore', ['--drill', `${file}.lost`], { DATA_DIR: dataDir })).toMatchObject({ code: 1 })
    expect(await notes(server.url)).toEqual([
      ['backup', true, false],
      ['restore-drill', true, true],
    ])
    expect(await run('reset', [], { DATA_DIR: dataDir })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('in use'),
    })
    expect(await countItems(server.url)).toBe(1)
    await server.stop()

    const empty = temporaryFolder()
    expect(await run('restore', [file], { DATA_DIR: empty })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/sealed with the key [0-9a-f]{12}, which SECRET_KEY does not contain/),
    })
    const SECRET_KEY = (await readFile(join(dataDir, 'secret-key'), 'utf8')).trim()
    expect(await run('restore', [file], { DATA_DIR: empty, SECRET_KEY })).toMatchObject({
      stdout: expect.stringMatching(/^Restored \d+/),
    })
    expect(await run('restore', [file], { DATA_DIR: empty, SECRET_KEY })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/not empty/),
    })
    const restored = await startEmbeddedPostgres({ dataDir: empty })
    expect(await countItems(restored.url)).toBe(1)
    await restored.stop()

    expect(await run('reset', [], { DATA_DIR: empty })).toMatchObject({ stderr: '' })
    const reset = await startEmbeddedPostgres({ dataDir: empty })
    expect(await countItems(reset.url)).toBe(0)
    await reset.stop()
  })
})

describe('on the database of DATABASE_URL', () => {
  test('the number of migrations is returned', async () => {
    const DATABASE_URL = await createDatabase({ template: 'template0' })
    const first = await run('migrate', [], { DATABASE_URL })
    expect(first.stdout).toMatch(/^Migrations applied: \d+\.\n$/)
    const second = await run('migrate', [], { DATABASE_URL })
    expect(second.stdout).toBe('The schema is up to date.\n')
  })

  test('a reset needs --yes, and says what would be lost', async () => {
    const url = await createDatabase()
    await withItem(url)
    const refusal = await run('reset', [], { DATABASE_URL: url })
    const { host, pathname } = new URL(url)
    expect(refusal).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`everything in ${pathname.slice(1)} at ${host}`),
    })
    expect(await countItems(url)).toBe(1)
    expect(await run('reset', ['--yes'], { DATABASE_URL: url })).toMatchObject({ stderr: '' })
    expect(await countItems(url)).toBe(0)
  })
})

/** A data folder with two versions of a site, the second of which is live. */
async function folderWithReleases(): Promise<string> {
  const dataDir = temporaryFolder()
  const releases = await openReleases(dataDir)
  for (const revision of [1, 2]) {
    const draft = await releases.draft()
    await writeSite(draft, { revision })
    await releases.publish(draft)
  }
  return dataDir
}

const liveRevision = async (dataDir: string) => (await openReleases(dataDir)).current()?.info.revision

test('an emergency is handled from the shell: people are signed out, and the versions of this machine are not those of another database', async () => {
  const [DATABASE_URL, DATA_DIR] = [await createDatabase(), await folderWithReleases()]
  const { db, close } = openDb(DATABASE_URL)
  await preparePerson(db, { level: 1, approval: 'approved', roles: ['owner'] })
  const emergency = (...words: string[]) => run('emergency', words, { DATABASE_URL, DATA_DIR })
  const [unsure, listed] = await Promise.all([emergency('sessions', 'everyone'), emergency('release')])
  expect(unsure).toMatchObject({ code: 1, stderr: 'Nothing was changed. Add --yes where nobody can be asked.\n' })
  expect(listed.stdout).toMatch(
    /^No server that uses this database runs on this machine\..*SITE_ID.*\nOpen your project/,
  )
  expect(await db.$count(sessions)).toBe(1)

  const refused = await emergency('release', '1-1', '--yes')
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('No server that uses this database') })
  expect([await liveRevision(DATA_DIR), await db.$count(emergencyActions)]).toEqual([2, 0])

  expect(await emergency('sessions', 'everyone', '--yes')).toMatchObject({
    stdout: expect.stringContaining('All owners get an email.'),
  })
  expect(await db.$count(sessions)).toBe(0)
  const { stdout } = await emergency('status')
  expect(stdout).toMatch(/^Level 0: Open\nMail is sent\.\nLast drill: none\. One is due\.\n(\S+Z {2}.+\n)$/)
  expect(stdout).not.toContain('interrupted')
  expect(await db.$count(outbox, eq(outbox.template, 'emergency-action'))).toBe(1)
  await close()
})

test('an older version of the site of this machine is put back from the shell', { timeout: 180_000 }, async () => {
  const DATA_DIR = await folderWithReleases()
  const kept = await run('emergency', ['release'], { DATA_DIR })
  expect(kept.stdout).toMatch(/^2-1 {2}\S+ {2}revision 2 {2}live\n1-1 {2}\S+ {2}revision 1\n$/)
  expect(await run('emergency', ['release', '1-1', '--yes'], { DATA_DIR })).toMatchObject({ stderr: '' })
  expect(await liveRevision(DATA_DIR)).toBe(1)
})
