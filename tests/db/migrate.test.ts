import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backupDatabase } from '#db/backup.ts'
import { tableNames } from '#db/catalog.ts'
import { type Db, openDb } from '#db/client.ts'
import { applyMigrations, migrate } from '#db/migrate.ts'
import { resetDatabase } from '#db/reset.ts'
import { restoreDatabase } from '#db/restore.ts'
import { siteContent } from '#db/schema/index.ts'
import { testDb } from '#tests/support/database.ts'
import { temporaryFolder } from '#tests/support/embedded.ts'
import { createDatabase } from '#tests/support/postgres.ts'
import { websocketRelay } from '#tests/support/websocket-relay.ts'

const applied = sql`drizzle.__drizzle_migrations`
const countApplied = (db: Db) => db.$count(applied)

describe('a migrated database', () => {
  let db: Db
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ db, close } = await testDb())
  })
  afterAll(() => close())

  test('has its one site_content row', async () => {
    expect(await db.select().from(siteContent)).toMatchObject([{ id: 1, version: 1 }])
  })

  test('a second run finds nothing to do', async () => {
    const before = await countApplied(db)
    expect(await applyMigrations(db)).toBe(0)
    expect(await countApplied(db)).toBe(before)
  })

  test('a database that is ahead of this code is left alone', async () => {
    await db.execute(sql`insert into ${applied} (hash, created_at) values ('from a later version', 32503680000000)`)
    expect(await applyMigrations(db)).toBe(0)
  })

  test('a migration whose text changed after it was applied is refused', async () => {
    await db.execute(sql`update ${applied} set hash = 'another' where id = (select min(id) from ${applied})`)
    await expect(applyMigrations(db)).rejects.toThrow(/was changed after this database applied it/)
  })
})

describe.each([{ driver: 'pg' }, { driver: 'neon' }] as const)('by $driver', ({ driver }) => {
  test('two that migrate at once both succeed, and each migration is applied once', async () => {
    const relay = driver === 'neon' ? await websocketRelay() : undefined
    const url = await createDatabase({ template: 'template0' })
    const [a, b] = await Promise.all([migrate(url, { driver }), migrate(url, { driver })])
    const { db, close } = openDb(url)
    expect([a, b].sort()).toEqual([0, await countApplied(db)])
    expect(relay?.opened() ?? 2).toBe(2)
    await close()
    await relay?.close()
  })
})

describe('a migration that fails', () => {
  test('leaves nothing of the whole run', async () => {
    const url = await createDatabase({ template: 'template0' })
    const { db, close } = openDb(url)
    await db.execute(sql`create table site_content (taken boolean)`)
    await expect(migrate(url)).rejects.toThrow()
    expect(await tableNames(db)).toEqual(['site_content'])
    await close()
  })
})

describe('a role that owns its database and nothing else', () => {
  test('can migrate, back up, reset and restore', async () => {
    const url = await createDatabase({ template: 'template0' })
    const admin = openDb(url)
    const name = new URL(url).pathname.slice(1)
    await admin.db.execute(sql`create role ${sql.identifier(name)} login password 'own'`)
    await admin.db.execute(sql`alter database ${sql.identifier(name)} owner to ${sql.identifier(name)}`)
    const own = Object.assign(new URL(url), { username: name, password: 'own' }).href
    expect(await migrate(own)).toBeGreaterThan(0)
    const file = join(temporaryFolder(), 'own.gz')
    await backupDatabase(own, file)
    await resetDatabase(own)
    expect(await restoreDatabase(own, file)).toMatchObject({ site_content: 1 })
    await admin.close()
  })
})
