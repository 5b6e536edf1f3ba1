import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { type Db, openDb } from '#db/client.ts'
import { applyMigrations, knownMigrations } from '#db/migrate.ts'
import * as schema from '#db/schema/index.ts'
import { emailKey } from '#src/contract/email.ts'
import { DEFAULT_TIME_ZONE } from '#src/contract/time-zone.ts'
import { addDays, dayIn, instantAt } from '#src/contract/wall-clock.ts'
import { recordAudit } from '#src/domain/audit/audit.ts'
import { verifyAuditChain } from '#src/domain/audit/verify-audit-chain.ts'
import { planMarked } from '#src/domain/mail-plan/plan-marked.ts'
import { advancing } from '#tests/mail-plan/plan-rows.ts'
import { createDatabase } from '#tests/support/postgres.ts'

const DAY = 86_400_000

/** An empty database, with no migration applied. */
const emptyDatabase = async () => openDb(await createDatabase({ template: 'template0' }))

/** The first so many migrations. */
function applyFirst(db: Db, count: number): Promise<number> {
  return applyMigrations(db, { upTo: [...knownMigrations().keys()].sort((a, b) => a - b)[count - 1] ?? 0 })
}

/** How code from before the chain writes down what it did. */
async function writeAsBefore(db: Db, ...subjects: string[]): Promise<void> {
  const rows = subjects.map((id) => sql`('cli', 'event.publish', 'event', ${id}, '{"is_published": true}'::jsonb)`)
  await db.execute(
    sql`insert into audit_log (actor, action, subject_type, subject_id, after) values ${sql.join(rows, sql`, `)}`,
  )
}

async function addEvent(db: Db, slug: string, isPublished: boolean): Promise<string> {
  const { rows } = (await db.execute(sql`insert into event_config (event_slug, event_name, event_date, is_published)
    values (${slug}, 'Uptime basics', '2026-11-21', ${isPublished}) returning id`)) as { rows: { id: string }[] }
  return rows[0]?.id ?? ''
}

async function addUser(db: Db, name: string, confirmedAt: string | null): Promise<void> {
  const email = `${name}@gauge.example`
  await db.execute(sql`with made as (insert into users (email, email_key, password_hash, email_confirmed_at)
    values (${email}, ${email}, 'hash', ${confirmedAt}::timestamptz) returning id)
    insert into profiles (id, username, username_key) select id, ${name}, ${name} from made`)
}

/** Page views from before there were visits are counted by hour, and by day on the clock of the statistics. Their rows are gone. */
async function expectCounted(db: Db): Promise<void> {
  expect(await db.$count(schema.analyticsPageViews)).toBe(0)
  const { analyticsHours, analyticsDays } = schema
  const hours = await db.select().from(analyticsHours).orderBy(analyticsHours.hour)
  expect(hours.map(({ hour, day, eventSlug, kind, n }) => [hour.toISOString(), day, eventSlug, kind, n])).toEqual([
    ['2026-11-21T05:00:00.000Z', '2026-11-20', 'on-the-site', 'view', 2],
    ['2026-11-21T06:00:00.000Z', '2026-11-21', '', 'view', 1],
  ])
  const days = await db
    .select()
    .from(analyticsDays)
    .orderBy(analyticsDays.day, analyticsDays.dimension, analyticsDays.eventSlug)
  expect(
    days.map(({ day, eventSlug, dimension, value, views, visits }) => [
      day,
      eventSlug,
      dimension,
      value,
      views,
      visits,
    ]),
  ).toEqual([
    ['2026-11-20', '', 'page', '/event/on-the-site', 2, null],
    ['2026-11-20', '', 'total', '', 2, null],
    ['2026-11-20', 'on-the-site', 'total', '', 2, null],
    ['2026-11-21', '', 'page', '/', 1, null],
    ['2026-11-21', '', 'total', '', 1, null],
  ])
}

type OldOrder = { number: string; state: string; poDueAt?: Date; dueOn?: string; isReminded?: boolean; steps?: number }

/** An order as the release before the reminders became workflows kept it. */
async function addOldOrder(db: Db, { number, state, poDueAt, dueOn, isReminded, steps = 0 }: OldOrder): Promise<void> {
  const email = `${number}@plant.example`
  await db.execute(sql`insert into shop_orders (id, number, state, pay_by, buyer_name, email, email_key, company, delivery,
      subtotal_cents, shipping_cents, tax_cents, total_cents, tax_basis_points, placed_at, po_due_at, due_on, po_reminded_at, overdue_steps)
    values (gen_random_uuid(), ${number}, ${state}, 'invoice', 'Ida', ${email}, ${emailKey(email)}, 'Plant', 'email', 900, 0, 0, 900, 0,
      now() - interval '50 days', ${poDueAt?.toISOString() ?? null}, ${dueOn ?? null}, ${isReminded ? sql`now() - interval '1 hour'` : null}, ${steps})`)
}

describe('a database of an earlier release', () => {
  test('with rows in it comes to this schema, and loses none of them', async () => {
    const { db, close } = await emptyDatabase()
    await applyFirst(db, 3)
    await addUser(db, 'waiting', null)
    await addUser(db, 'member', '2026-11-20T12:00:00Z')
    const published = await addEvent(db, 'on-the-site', true)
    await addEvent(db, 'a-draft', false)
    await writeAsBefore(db, published, published)
    await db.execute(sql`insert into analytics_page_views (page_path, event_slug, user_agent, created_at) values
      ('/event/on-the-site', 'on-the-site', 'Firefox', '2026-11-21T05:10:00Z'),
      ('/event/on-the-site', 'on-the-site', null, '2026-11-21T05:50:00Z'),
      ('/', null, null, '2026-11-21T06:10:00Z')`)
    expect(await applyMigrations(db)).toBe(knownMigrations().size - 3)
    expect(await db.select().from(schema.users)).toHaveLength(2)
    expect(await db.select().from(schema.usernameHolds)).toMatchObject([{ usernameKey: 'waiting' }])
    const events = await db.select().from(schema.eventConfig)
    expect(events.map((event) => [event.eventSlug, event.publishedAt !== null]).sort()).toEqual([
      ['a-draft', false],
      ['on-the-site', true],
    ])
    expect(await verifyAuditChain(db)).toMatchObject({ ok: true, rows: 2 })
    await expectCounted(db)
    await close()
  })

  test('knows of refunded orders whose goods have left that their pieces are off the stock', async () => {
    const { db, close } = await emptyDatabase()
    await applyFirst(db, 51)
    for (const number of ['W-1', 'W-2']) await addOldOrder(db, { number, state: 'refunded' })
    await addOldOrder(db, { number: 'W-3', state: 'paid' })
    await db.execute(sql`update shop_orders set fulfillment = 'shipped' where number in ('W-2', 'W-3')`)
    await applyMigrations(db)
    const orders = await db.select().from(schema.shopOrders).orderBy(schema.shopOrders.number)
    expect(orders.map(({ isStockTaken }) => isStockTaken)).toEqual([null, true, null])
    await close()
  })

  test('keeps which reminders of orders were sent, so that none comes twice', async () => {
    const { db, close } = await emptyDatabase()
    await applyFirst(db, 51)
    const now = Date.now()
    const day = (days: number) => addDays(dayIn(DEFAULT_TIME_ZONE, now), days)
    await addOldOrder(db, { number: 'W-1', state: 'awaiting_po', poDueAt: new Date(now + 2.5 * DAY), isReminded: true })
    await addOldOrder(db, { number: 'W-2', state: 'invoiced', dueOn: day(-3), steps: 1 })
    await addOldOrder(db, { number: 'W-3', state: 'invoiced', dueOn: day(-16), steps: 2 })
    await addOldOrder(db, { number: 'W-4', state: 'invoiced', dueOn: day(-3), steps: 0 })
    await applyMigrations(db)
    const noon = instantAt(day(0), '12:00', DEFAULT_TIME_ZONE)
    for (const at of [noon, noon + 40 * DAY]) await planMarked(db, { ...advancing(at), timeLeft: () => 60_000 })
    const mails = await db.select({ subject: schema.outbox.subject }).from(schema.outbox)
    expect(mails.map(({ subject }) => subject)).toEqual(['Invoice W-4 is overdue'])
    const sent = await db.select().from(schema.plannedMails).where(eq(schema.plannedMails.state, 'sent'))
    expect(sent.map(({ name, recipient }) => [name, recipient]).toSorted()).toEqual(
      ['W-1', 'W-2', 'W-3', 'W-3', 'W-4'].map((number) => [number, `${number}@plant.example`]),
    )
    await close()
  })

  test('is written to by that release after it was brought here, and the chain holds', async () => {
    const { db, close } = await emptyDatabase()
    await applyFirst(db, 2)
    await writeAsBefore(db, 'before')
    await applyMigrations(db)
    await writeAsBefore(db, 'during', 'during too')
    await recordAudit(db, { id: 'cli' }, { action: 'event.publish', subjectType: 'event', subjectId: 'after' })
    await db.transaction(async (tx) => {
      await recordAudit(tx, { id: 'cli' }, { action: 'event.publish', subjectType: 'event', subjectId: 'last' })
      await writeAsBefore(tx, 'between')
    })
    expect(await verifyAuditChain(db)).toMatchObject({ ok: true, rows: 6 })
    const rows = await db.select().from(schema.auditLog).orderBy(schema.auditLog.id)
    expect(rows.map((row) => row.subjectId)).toEqual(['before', 'during', 'during too', 'after', 'between', 'last'])
    await addEvent(db, 'by-old-code', true)
    await close()
  })
})
