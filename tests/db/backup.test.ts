import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { backupDatabase } from '#db/backup.ts'
import { sequences, tableNames } from '#db/catalog.ts'
import { type Db, type OpenDb, openDb } from '#db/client.ts'
import { migrate } from '#db/migrate.ts'
import { resetDatabase } from '#db/reset.ts'
import { restoreDatabase } from '#db/restore.ts'
import * as schema from '#db/schema/index.ts'
import { recordAudit, verifyAuditChain } from '#src/domain/audit/audit.ts'
import { hasPostgres } from '#tests/support/database.ts'
import { embeddedServer, temporaryFolder } from '#tests/support/embedded.ts'
import { createDatabase } from '#tests/support/postgres.ts'

const folder = temporaryFolder()
const newFile = () => join(folder, `${crypto.randomUUID()}.gz`)

const { auditLog, eventAgenda, eventConfig, media, menuItems, signingKeys, siteContent } = schema

/** Rows that a careless copy would spoil. */
async function fillIn(db: Db): Promise<void> {
  const [event] = await db
    .insert(eventConfig)
    .values({
      eventSlug: 'kansas-city-2026',
      eventName: 'Line\nbreaks, "quotes", \\ and ünïcode \u2028 here',
      eventDate: '2026-10-15',
      earlyBirdPrice: 595.5,
      workshopBenefits: ['a', 'NULL', '{}'],
    })
    .returning()
  const slots = Array.from({ length: 500 }, (_, place) => ({
    eventId: event?.id ?? '',
    timeSlot: '8:30am',
    title: `Slot ${place}`,
    description: place % 2 === 0 ? null : '',
    displayOrder: place,
  }))
  await db.insert(eventAgenda).values(slots)
  await db.delete(eventAgenda).where(eq(eventAgenda.displayOrder, 7))
  const image = { contentType: 'image/png', width: 1, height: 1 } as const
  const bytes = (seed: number) => Uint8Array.from({ length: 1_500_000 }, (_, place) => (place * seed) % 256)
  for (const seed of [1, 7, 13]) {
    await db.insert(media).values({ ...image, id: seed.toString(16).padStart(64, '0'), bytes: bytes(seed) })
  }
  const entry = { actor: 'cli', action: 'publish', subjectType: 'event', subjectId: 'x' }
  await db.insert(auditLog).values([entry, { ...entry, before: null, after: { a: [1, null] } }, entry])
  await db.update(siteContent).set({ version: 42 })
}

/** Every table with the number and a checksum of its rows, and every sequence. */
async function fingerprint(db: Db) {
  const tables: Record<string, unknown> = {}
  for (const name of await tableNames(db)) {
    const table = sql`public.${sql.identifier(name)}`
    const digest = sql<string>`md5(coalesce(string_agg(md5(t::text), '' order by t::text), ''))`
    const rows = await db.select({ count: sql<string>`count(*)::text`, digest }).from(sql`${table} t`)
    tables[name] = name === 'site_content' ? rows[0]?.count : rows
  }
  return { tables, sequences: await sequences(db) }
}

type Place = { name: string; create: () => Promise<string> }
const places: Place[] = [
  { name: 'the embedded database', create: embeddedServer },
  ...(hasPostgres ? [{ name: 'PostgreSQL', create: () => createDatabase({ template: 'template0' }) }] : []),
]

describe.each(places)('from $name', ({ create }) => {
  let source: OpenDb & { url: string }
  const file = newFile()
  beforeAll(async () => {
    const url = await create()
    await migrate(url)
    source = { url, ...openDb(url) }
    await fillIn(source.db)
    await backupDatabase(url, file)
  })
  afterAll(() => source.close())

  test.each(places)('what is restored into $name has the same rows, checksums and sequences', async ({ create }) => {
    const url = await create()
    const counts = await restoreDatabase(url, file)
    expect(counts).toMatchObject({ event_agenda: 499, media: 3, audit_log: 3 })
    const { db, close } = openDb(url)
    expect(await fingerprint(db)).toEqual(await fingerprint(source.db))
    const ids = (await db.select({ id: auditLog.id }).from(auditLog)).map(({ id }) => id)
    const [next] = await db
      .insert(auditLog)
      .values({ actor: 'cli', action: 'x', subjectType: 'x', subjectId: 'x' })
      .returning()
    expect(next?.id).toBeGreaterThan(Math.max(...ids))
    await expect(
      db.insert(eventAgenda).values({ eventId: crypto.randomUUID(), timeSlot: 'x', title: 'x', displayOrder: 1 }),
      'foreign keys hold again',
    ).rejects.toMatchObject({ cause: { code: '23503' } })
    await close()
  })
})

describe.skipIf(!hasPostgres)('a backup', () => {
  const entry = { action: 'x', subjectType: 'x' }
  test('holds no key that signs, and an audit log whose chain goes on where it is restored', async () => {
    const source = await createDatabase()
    const from = openDb(source)
    const jwk = { kty: 'EC', d: 'canary-of-a-private-key' }
    await from.db.insert(signingKeys).values({ kid: 'a', privateJwk: jwk, publicJwk: {} })
    for (const id of ['1', '2']) await recordAudit(from.db, { id: 'cli' }, { ...entry, subjectId: id })
    const file = newFile()
    const url = await createDatabase()
    await backupDatabase(source, file)
    expect(gunzipSync(readFileSync(file)).toString()).not.toContain(jwk.d)
    expect(await restoreDatabase(url, file)).toMatchObject({ signing_keys: 0, audit_log: 2 })
    const { db, close } = openDb(url)
    await recordAudit(db, { id: 'cli' }, { ...entry, subjectId: '3' })
    expect(await verifyAuditChain(db)).toMatchObject({ ok: true, rows: 3 })
    await expect(db.delete(auditLog)).rejects.toMatchObject({ cause: { code: '42501' } })
    await from.close()
    await close()
  })
})

describe.skipIf(!hasPostgres)('a restore', () => {
  let url: string
  const file = newFile()
  beforeAll(async () => {
    const from = await createDatabase()
    const { db, close } = openDb(from)
    await fillIn(db)
    await close()
    await backupDatabase(from, file)
  })
  beforeEach(async () => {
    url = await createDatabase()
  })
  const versionOf = async () => {
    const { db, close } = openDb(url)
    const [row] = await db.select().from(siteContent)
    await close()
    return row?.version
  }

  test('makes the revision newer than any that the live site may show', async () => {
    await restoreDatabase(url, file)
    expect(await versionOf()).toBe(10_042)
  })

  test('into a database with rows is refused, and changes nothing', async () => {
    const { db, close } = openDb(url)
    await db.insert(menuItems).values({ label: 'Events', href: '/events' })
    await expect(restoreDatabase(url, file)).rejects.toThrow(/not empty: menu_items has rows/)
    expect(await db.$count(menuItems)).toBe(1)
    await resetDatabase(url)
    await restoreDatabase(url, file)
    await close()
  })

  test('into a database of something else is refused', async () => {
    url = await createDatabase({ template: 'template0' })
    const { db, close } = openDb(url)
    await db.execute(sql`create table invoices (id integer)`)
    await expect(restoreDatabase(url, file)).rejects.toThrow(/tables of something else \(invoices\)/)
    await close()
  })

  const lines = () => gunzipSync(readFileSync(file)).toString().split('\n')
  const spoiled = (change: (lines: string[]) => string[]) => gzipSync(change(lines()).join('\n'))
  test.each([
    ['cut in the middle', () => readFileSync(file).subarray(0, 5_000)],
    ['cut at a line', () => spoiled((all) => [...all.slice(0, 40), ''])],
    ['with a row missing', () => spoiled((all) => all.filter((line) => !line.includes('Slot 100"')))],
    ['with a value changed', () => spoiled((all) => all.map((line) => line.replace('Slot 100"', 'Slot 101"')))],
    ['that is not compressed', () => Buffer.from('drop everything')],
    ['with more after its end', () => spoiled((all) => [...all.slice(0, -1), '["x"]', ''])],
  ])('from a file %s is refused, and changes nothing', async (_, content) => {
    const bad = newFile()
    writeFileSync(bad, content())
    await expect(restoreDatabase(url, bad)).rejects.toThrow(/is not a whole backup/)
    expect(await versionOf()).toBe(1)
  })

  test('from a file that is not there says so', async () => {
    await expect(restoreDatabase(url, '/nowhere/backup.gz')).rejects.toThrow('There is no file /nowhere/backup.gz.')
  })

  test('from a backup by later code is refused', async () => {
    const from = await createDatabase()
    const { db, close } = openDb(from)
    await db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 32503680000000)`)
    await close()
    const later = newFile()
    await backupDatabase(from, later)
    await expect(restoreDatabase(url, later)).rejects.toThrow(/another version of the product/)
  })

  test('never overwrites a file, and a failed backup leaves none', async () => {
    await expect(backupDatabase(url, file)).rejects.toThrow(/exists already/)
    const names = readdirSync(folder)
    const unmigrated = await createDatabase({ template: 'template0' })
    await expect(backupDatabase(unmigrated, newFile())).rejects.toThrow(/never migrated/)
    expect(readdirSync(folder)).toEqual(names)
  })
})
