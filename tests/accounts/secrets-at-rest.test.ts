import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { backupDatabase } from '#db/backup.ts'
import { readBackup } from '#db/backup-file.ts'
import { authFactors, users } from '#db/schema/accounts.ts'
import { logisticsAnswers, logisticsPeople, logisticsRequests } from '#db/schema/logistics.ts'
import { signingKeys } from '#db/schema/security.ts'
import { makeSecretKey, provideSecretKeys } from '#db/sealed.ts'
import { makeSigningKey, openKeyring } from '#src/auth/signing-keys.ts'
import { resealSecrets } from '#src/domain/signing-keys/reseal.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { TEST_SECRET_KEY } from '#tests/support/secret-key.ts'

const ALLERGY = 'sesame-5f1d'
const TOTP = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
let opened: TestDb
let folder: string
let privateHalf: string

beforeAll(async () => {
  opened = await testDb()
  folder = await mkdtemp(join(tmpdir(), 'secrets-'))
  const { db } = opened
  const [user] = await db
    .insert(users)
    .values({ email: 'ada@plant.example', emailKey: 'ada@plant.example' })
    .returning({ id: users.id })
  await db
    .insert(authFactors)
    .values({ userId: user?.id ?? '', factorType: 'totp', friendlyName: 'Phone', secret: TOTP, status: 'verified' })
  const jwk = await makeSigningKey()
  privateHalf = jwk.d
  const { d: _, ...publicJwk } = jwk
  await db.insert(signingKeys).values({ kid: jwk.kid, privateJwk: jwk, publicJwk })
})
afterEach(() => provideSecretKeys([TEST_SECRET_KEY]))
afterAll(async () => {
  await opened.close()
  await rm(folder, { recursive: true, force: true })
})

/** Every column of every table as the database holds it. */
async function dump(): Promise<string> {
  const tables = await opened.db
    .select({ name: sql<string>`table_name::text` })
    .from(sql`information_schema.tables`)
    .where(sql`table_schema = 'public' and table_type = 'BASE TABLE'`)
  const lines: string[] = []
  for (const { name } of tables) {
    const rows = await opened.db.select({ row: sql<string>`t::text` }).from(sql`${sql.identifier(name)} t`)
    lines.push(...rows.map(({ row }) => row))
  }
  return lines.join('\n')
}
async function readRows(path: string): Promise<string> {
  let rows = ''
  for await (const entry of readBackup(path)) if ('row' in entry) rows += entry.row
  return rows
}
const readSecret = async () => (await opened.db.select({ secret: authFactors.secret }).from(authFactors))[0]?.secret

test('a dump shows neither the secret of an authenticator nor a private key nor an answer about logistics, and all still work', async () => {
  const { db } = opened
  const email = 'lena@plant.example'
  const person = { eventId: await storeEvent(db), role: 'host', name: 'Lena', email, emailKey: email } as const
  const [row] = await db.insert(logisticsPeople).values(person).returning()
  const answer = { personId: row?.id ?? '', sectionKey: 'meals', value: { allergies: ALLERGY } }
  await db.insert(logisticsAnswers).values({ ...answer, answeredBy: 'self' })
  await db.insert(logisticsRequests).values({ ...answer, baseVersion: 1 })
  const dumped = await dump()
  expect(dumped).toContain(email)
  for (const secret of [TOTP, privateHalf, ALLERGY]) expect(dumped).not.toContain(secret)
  expect((await db.select().from(logisticsAnswers))[0]?.value).toEqual(answer.value)
  await db.delete(logisticsPeople)
  expect(await readSecret()).toBe(TOTP)
  expect((await openKeyring(opened.db).signer(Date.now())).kid).toBeDefined()
})

test('a backup is encrypted as a whole, opens with its key alone, and is refused when it was changed', async () => {
  const path = join(folder, 'backup.gz')
  await backupDatabase(opened.url, path)
  const bytes = await readFile(path)
  expect(bytes.includes('workshop-site sealed 1')).toBe(true)
  const rows = await readRows(path)
  expect(rows).toContain('ada@plant.example')
  expect(rows).not.toContain(TOTP)
  const changed = join(folder, 'changed.gz')
  bytes[bytes.length - 40] = (bytes[bytes.length - 40] ?? 0) ^ 1
  await writeFile(changed, bytes)
  await expect(readRows(changed)).rejects.toThrow(/not a whole backup/)
  provideSecretKeys([makeSecretKey()])
  await expect(readRows(path)).rejects.toThrow(/SECRET_KEY does not contain/)
})

test('rows from before there was a key, and rows of an older key, are carried over', async () => {
  const { db } = opened
  await db.execute(sql`update auth_factors set secret = ${TOTP}`)
  expect(await dump()).toContain(TOTP)
  expect(await readSecret()).toBe(TOTP)
  expect(await resealSecrets(db)).toBe(1)
  expect(await dump()).not.toContain(TOTP)
  const newer = makeSecretKey()
  provideSecretKeys([newer, TEST_SECRET_KEY])
  expect(await resealSecrets(db)).toBe(2)
  expect(await resealSecrets(db)).toBe(0)
  provideSecretKeys([newer])
  expect(await readSecret()).toBe(TOTP)
  expect((await openKeyring(db).signer(Date.now())).kid).toBeDefined()
  await db.delete(authFactors).where(eq(authFactors.secret, TOTP))
})
