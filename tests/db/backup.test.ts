import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { backupDatabase } from '#db/backup.ts'
import { type BackupEntry, type Counts, readBackup, writeBackup } from '#db/backup-file.ts'
import { getColumns, sequences, tableNames } from '#db/catalog.ts'
import { type Db, type OpenDb, openDb } from '#db/client.ts'
import { KEPT_ROWS, THINNED } from '#db/kept-rows.ts'
import { migrate } from '#db/migrate.ts'
import { resetDatabase } from '#db/reset.ts'
import { restoreDatabase } from '#db/restore.ts'
import * as schema from '#db/schema/index.ts'
import { openStream, SEALED_HEAD, SEALED_TAIL } from '#db/sealed.ts'
import { recordAudit } from '#src/domain/audit/audit.ts'
import { verifyAuditChain } from '#src/domain/audit/verify-audit-chain.ts'
import { LINK_LIVES } from '#src/domain/links/link.ts'
import { temporaryFolder } from '#tests/support/embedded.ts'
import { createDatabase } from '#tests/support/postgres.ts'

const MAGIC = 'workshop-site sealed 1\n'

/** The gzipped lines inside an encrypted backup, which are what a backup was before there was a key. */
function unsealed(file: Buffer): Buffer {
  const start = MAGIC.length + SEALED_HEAD
  const decipher = openStream(file.subarray(MAGIC.length, start), file.subarray(-SEALED_TAIL))
  return Buffer.concat([decipher.update(file.subarray(start, -SEALED_TAIL)), decipher.final()])
}

const folder = temporaryFolder()
const newFile = () => join(folder, `${crypto.randomUUID()}.gz`)

const { auditLog, eventAgenda, eventConfig, media, menuItems, signingKeys, siteContent } = schema
const { users, userRoles, recoveryCodes, authFactors, sessions, knownDevices } = schema
const { pendingSignIns, factorChallenges, linkTokens, mailRules, mailRuleVersions, outbox, plannedMails } = schema

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

const emptyDatabase = () => createDatabase({ template: 'template0' })

describe('a database with rows in every table', () => {
  let source: OpenDb & { url: string }
  const file = newFile()
  beforeAll(async () => {
    const url = await emptyDatabase()
    await migrate(url)
    source = { url, ...openDb(url) }
    await fillIn(source.db)
    await backupDatabase(url, file)
  })
  afterAll(() => source.close())

  test('is restored with the same rows, checksums and sequences', async () => {
    const url = await emptyDatabase()
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

/** An owner with everything by which one can come in, now or by what lies in a mailbox. */
async function fillDoors(db: Db): Promise<void> {
  const at = new Date('2126-01-01T00:00:00Z')
  const [owner] = await db
    .insert(users)
    .values({ email: 'o@gauge.example', emailKey: 'o@gauge.example', passwordHash: 'kept-password' })
    .returning()
  const userId = owner?.id ?? ''
  await db.insert(userRoles).values({ userId, role: 'owner', grantedBy: 'cli' })
  await db.insert(recoveryCodes).values({ userId, codeHash: 'kept-recovery' })
  const factor = { userId, factorType: 'totp', friendlyName: 'kept-factor', secret: 'kept-secret' } as const
  const [{ id: factorId } = { id: '' }] = await db.insert(authFactors).values(factor).returning()
  const moments = { expiresAt: at, startedAt: at, authenticatedAt: at, lastSeenAt: at }
  await db.insert(sessions).values({ id: 'lost-session', userId, ...moments })
  await db.insert(knownDevices).values({ id: 'lost-device', userId, signedInAt: at })
  await db.insert(pendingSignIns).values({ id: 'lost-pending', userId, method: 'password', expiresAt: at })
  await db.insert(factorChallenges).values({ factorId, userId, secret: 'lost-challenge', expiresAt: at })
  for (const purpose of [...Object.keys(LINK_LIVES), 'event-preview', 'report-status'])
    await db.insert(linkTokens).values({ hash: `lost-${purpose}`, purpose, subjectId: userId, expiresAt: at })
  await db.insert(linkTokens).values({ hash: 'kept-link', purpose: 'unsubscribe', subjectId: userId, expiresAt: at })
  const mail = { channel: 'mail', recipient: 'o@gauge.example', template: 'password-reset' } as const
  const messages = await db
    .insert(outbox)
    .values([
      { ...mail, textBody: '/auth#token=lost-queued' },
      { ...mail, textBody: '/auth#token=lost-dead', state: 'dead' },
      { ...mail, textBody: '', state: 'sent', subject: 'kept-mail' },
    ])
    .returning({ id: outbox.id, state: outbox.state })
  const ruleId = crypto.randomUUID()
  await db.insert(mailRules).values({ id: ruleId, title: 'kept-rule' })
  const version = { ruleId, number: 1, definition: {}, madeBy: 'cli' }
  const [{ id: versionId } = { id: '' }] = await db.insert(mailRuleVersions).values(version).returning()
  const times = { occurrence: '2027-01-21', zone: 'America/Chicago', anchorAt: at, dueAt: at, lateAt: at, sentAt: at }
  for (const { id: outboxId, state } of messages) {
    const recipient = `${state === 'sent' ? 'kept' : 'lost'}-${state}@gauge.example`
    const person = { subjectId: `team:${userId}`, recipient, recipientKey: recipient, outboxId }
    await db.insert(plannedMails).values({ ruleId, versionId, state: 'sent', ...person, ...times })
  }
  await db.insert(signingKeys).values({ kid: 'a', privateJwk: { d: 'lost-private-key' }, publicJwk: {} })
}

const KEPT = ['kept-password', 'kept-recovery', 'kept-factor', 'kept-link', 'kept-mail', 'kept-rule', 'kept-sent@']

/** Every row of a database as text. */
async function wholeText(db: Db): Promise<string> {
  const texts: string[] = []
  for (const name of await tableNames(db)) {
    const rows = await db.select({ row: sql<string>`t::text` }).from(sql`public.${sql.identifier(name)} t`)
    texts.push(...rows.map(({ row }) => row))
  }
  return texts.join('\n')
}

/** The entries of a backup as earlier code made it: with every row of the database. */
async function* withEveryRow(db: Db, entries: AsyncIterable<BackupEntry>): AsyncGenerator<BackupEntry> {
  const counts: Counts = {}
  for await (const entry of entries) {
    if ('row' in entry) continue
    yield 'counts' in entry ? { counts } : entry
    if (!('table' in entry)) continue
    const { table, columns } = entry.table
    const values = sql.join(
      columns.map((name) => sql`t.${sql.identifier(name)}::text`),
      sql`, `,
    )
    const row = sql<string>`to_json(array[${values}])::text`
    const rows = await db.select({ row }).from(sql`public.${sql.identifier(table)} t`)
    counts[table] = rows.length
    yield* rows
  }
}

describe('a backup grants no access', () => {
  let from: OpenDb
  const file = newFile()
  const ofEarlierCode = newFile()
  beforeAll(async () => {
    const url = await createDatabase()
    from = openDb(url)
    await fillDoors(from.db)
    await backupDatabase(url, file)
    await writeBackup(ofEarlierCode, withEveryRow(from.db, readBackup(file)))
  })
  afterAll(() => from.close())

  test('its file holds passwords and factors, and neither session, code, link, waiting mail nor key', () => {
    const text = gunzipSync(unsealed(readFileSync(file))).toString()
    for (const word of KEPT) expect(text).toContain(word)
    expect(text).not.toContain('lost-')
    expect(gunzipSync(unsealed(readFileSync(ofEarlierCode))).toString()).toContain('lost-session')
  })

  test.each([
    ['this code', file],
    ['earlier code, which left only keys out', ofEarlierCode],
  ])('nothing that had ended comes back from a file of %s', async (_what, path) => {
    const url = await createDatabase()
    const counts = await restoreDatabase(url, path)
    expect(counts).toMatchObject({ users: 1, sessions: 0, pending_sign_ins: 0, factor_challenges: 0, known_devices: 0 })
    expect(counts).toMatchObject({ link_tokens: 1, outbox: 1, signing_keys: 0, user_roles: 1 })
    const { db, close } = openDb(url)
    const text = await wholeText(db)
    for (const word of KEPT) expect(text).toContain(word)
    expect(text).not.toContain('lost-')
    await close()
  })

  test('every table has a decision on which rows are kept', async () => {
    expect((await tableNames(from.db)).filter((name) => !(name in KEPT_ROWS))).toEqual([])
  })

  // Named like what lets somebody in, in a table that is kept whole: say here why it may stay.
  const MAY_STAY = [
    'audit_log.hash', // of the chain
    'audit_log.previous_hash',
    'auth_attempts.email_hash', // of an address
    'auth_factors.credential_id', // credentials, by which people come in again
    'auth_factors.public_key',
    'auth_factors.secret',
    'event_reports.email_key', // spellings to compare by
    'logistics_people.email_key',
    'vendor_contacts.email_key',
    'event_reports.submission_key', // keeps a report from being taken twice
    'forum_posts.submission_key',
    'analytics_page_views.visitor_key', // names a visitor for one day, with a salt that is not kept
    'analytics_import_rows.key', // of what a row is about
    'app_settings.setting_key', // names
    'check_runs.key',
    'check_states.key',
    'logistics_answers.section_key',
    'logistics_changes.section_key',
    'logistics_requests.section_key',
    'run_sheets.content_hash', // of what a sheet says
    'mail_rules.key',
    'rate_limits.key',
    'profiles.username_key',
    'recovery_codes.code_hash',
    'suppressions.email_hash',
    'shop_order_lines.codes', // of the goods, printed on their labels
    'shop_orders.email_key',
    'shop_orders.input_hash', // keeps an order from being placed twice
    'shop_payments.session_id', // names a payment to its provider
    'shop_payments.session_url', // lets somebody pay an open session, and nothing else
    'site_copy.key', // names a text of the site
    'team_library.credentials', // of a speaker
    'username_holds.username_key',
    'users.codes_locked_until',
    'users.email_key',
    'users.failed_codes',
    'users.password_expired_at',
    'users.password_hash',
  ]

  test('no table that is kept whole has a column that sounds like a secret without a stated reason', async () => {
    const secretive = /hash|secret|token|code|passw|challenge|credential|jwk|key|cookie|session/
    const found: string[] = []
    for (const table of await tableNames(from.db)) {
      if (THINNED.includes(table)) continue
      const columns = (await getColumns(from.db, table)).filter(({ name }) => secretive.test(name))
      found.push(...columns.map(({ name }) => `${table}.${name}`))
    }
    expect(found.toSorted()).toEqual(MAY_STAY.toSorted())
  })
})

describe('a backup', () => {
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
    expect(gunzipSync(unsealed(readFileSync(file))).toString()).not.toContain(jwk.d)
    expect(await restoreDatabase(url, file)).toMatchObject({ signing_keys: 0, audit_log: 2 })
    const { db, close } = openDb(url)
    await recordAudit(db, { id: 'cli' }, { ...entry, subjectId: '3' })
    expect(await verifyAuditChain(db)).toMatchObject({ ok: true, rows: 3 })
    await expect(db.delete(auditLog)).rejects.toMatchObject({ cause: { code: '42501' } })
    await from.close()
    await close()
  })
})

describe('a restore', () => {
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
  const getVersion = async () => {
    const { db, close } = openDb(url)
    const [row] = await db.select().from(siteContent)
    await close()
    return row?.version
  }

  test('makes the revision newer than any that the live site may show', async () => {
    await restoreDatabase(url, file)
    expect(await getVersion()).toBe(10_042)
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

  const lines = () =>
    gunzipSync(unsealed(readFileSync(file)))
      .toString()
      .split('\n')
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
    expect(await getVersion()).toBe(1)
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
