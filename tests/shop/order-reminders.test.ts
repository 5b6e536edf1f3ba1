import { and, eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shopOrders } from '#db/schema/shop-orders.ts'
import { mailPlanMarks, mailRules, mailRuleVersions, plannedMails } from '#db/schema/workflows.ts'
import { findTextFaults } from '#src/contract/mail-placeholder.ts'
import { MAIL_REASON, mostPerDayReason } from '#src/contract/mail-reason.ts'
import { mailRuleDefinition } from '#src/contract/mail-rule.ts'
import { SUPPRESSED } from '#src/contract/suppression.ts'
import { DEFAULT_TIME_ZONE } from '#src/contract/time-zone.ts'
import { addDays, instantAt } from '#src/contract/wall-clock.ts'
import { planMarked } from '#src/domain/mail-plan/plan-marked.ts'
import { findBodyFault } from '#src/domain/mail-rules/mail-body.ts'
import { previewMailRule } from '#src/domain/mail-rules/preview-mail-rule.ts'
import { dryRun } from '#src/domain/mail-rules/try-mail-rule.ts'
import { actOnOrder } from '#src/domain/shop-orders/act-on-order.ts'
import { endOrderLink, listOrderLinks } from '#src/domain/shop-orders/order-links.ts'
import { sellerDay } from '#src/domain/shop-orders/order-terms.ts'
import { runShopJobs } from '#src/domain/shop-orders/shop-jobs.ts'
import { keepAddress, suppress } from '#src/domain/suppressions/suppression.ts'
import { SITE } from '#tests/accounts/account-api.ts'
import { advancing, storeRule, storeTeamMember } from '#tests/mail-plan/plan-rows.ts'
import { limitMails } from '#tests/mail-plan/plan-suite.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { addVariant, DAY, openShop, START, setShop, tokenIn } from './shop-api.ts'

const HOUR = 3_600_000
const AWAIT_PO = { pay: { payBy: 'invoice', poNumber: null } } as const
const PO = 'Order W waits for a PO number'
const OVERDUE = 'Invoice W is overdue'

let opened: TestDb
let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  opened = await testDb()
  shop = await openShop(opened.db)
})
afterAll(() => opened.close())
beforeEach(async () => {
  shop.clock.now = START
  await opened.db.delete(plannedMails)
  await opened.db.delete(shopOrders)
  await setShop(opened.db)
})

const place = async (changes = {}) => shop.place([{ variantId: await addVariant(opened.db), quantity: 1 }], changes)
/** The order of somebody new on invoice, due 30 days after the start. */
const anInvoice = () => place()
const planAt = (now: number) => {
  shop.clock.now = now
  return planMarked(opened.db, { ...advancing(now), timeLeft: () => 60_000 })
}
/** What the schedule does for orders. */
const runAt = async (now: number) => {
  await planAt(now)
  await runShopJobs(opened.db, { site: SITE, now, timeLeft: () => 5_000 })
}
/** Runs the schedule four times a day, but not between two days; the days on which a mail came, with its subject without the number. */
const live = async (email: string, days: number, off: [number, number] = [0, 0]) => {
  const came: string[] = []
  let known = (await shop.subjectsTo(email)).length
  for (let hour = 1; hour <= days * 24; hour += 6) {
    const day = Math.floor(hour / 24)
    if (day >= off[0] && day < off[1]) continue
    await runAt(START + hour * HOUR)
    const subjects = await shop.subjectsTo(email)
    for (const subject of subjects.slice(known)) came.push(`${day} ${subject?.replace(/W-\d+/, 'W')}`)
    known = subjects.length
  }
  return came
}
/** A time of day so many days after the start, where the seller is. */
const on = (days: number, time: string) => instantAt(addDays(sellerDay(START), days), time, DEFAULT_TIME_ZONE)
const remindersOf = async (id: string) =>
  (await opened.db.select().from(plannedMails).where(eq(plannedMails.itemId, id)).orderBy(plannedMails.dueAt)).map(
    ({ state, reason, dueAt }) => ({ state, reason, dueAt: dueAt.getTime() }),
  )
const ruleOf = async (key: string) => {
  const [rule] = await opened.db.select().from(mailRules).where(eq(mailRules.key, key))
  return rule?.id ?? ''
}

test('the reminders of orders are on from the start, and say what a workflow may say', async () => {
  const rows = await opened.db
    .select({ state: mailRules.state, definition: mailRuleVersions.definition })
    .from(mailRules)
    .innerJoin(mailRuleVersions, eq(mailRuleVersions.ruleId, mailRules.id))
    .where(like(mailRules.key, 'order-%'))
  expect(rows.map(({ state }) => state)).toEqual(['on', 'on', 'on'])
  for (const { definition } of rows) {
    const read = mailRuleDefinition.parse(definition)
    expect([findTextFaults(read), findBodyFault(read.body)]).toEqual([[], undefined])
  }
})

describe('an order without a PO number', () => {
  test('is reminded once three days before its time is over', async () => {
    const { email } = await place(AWAIT_PO)
    expect(await live(email, 12)).toEqual([`7 ${PO}`, '10 Order W has expired'])
  })

  test('is caught up on once after three days without the schedule', async () => {
    const { email } = await place(AWAIT_PO)
    expect(await live(email, 12, [6, 9])).toEqual([`9 ${PO}`, '10 Order W has expired'])
  })

  test('is not reminded after it has expired while the schedule was off', async () => {
    const { email } = await place(AWAIT_PO)
    expect(await live(email, 13, [6, 11])).toEqual(['11 Order W has expired'])
  })

  test('is not reminded on the day on which it was placed, and not at all if it has no longer', async () => {
    await setShop(opened.db, { po_days: 2 })
    const { input } = await place(AWAIT_PO)
    await planAt(START)
    expect(await remindersOf(input.id)).toEqual([{ state: 'planned', reason: null, dueAt: START + DAY }])
    await setShop(opened.db, { po_days: 1 })
    const short = await place(AWAIT_PO)
    await planAt(START)
    expect(await remindersOf(short.input.id)).toMatchObject([{ state: 'missed', reason: MAIL_REASON.noTime }])
  })
})

describe('an invoice', () => {
  test('is reminded of a day and two weeks after it was due, once each', async () => {
    const { email } = await anInvoice()
    expect(await live(email, 60)).toEqual([`31 ${OVERDUE}`, `44 ${OVERDUE}`])
  })

  test('is reminded of once after three days without the schedule, and by the latest step alone after weeks', async () => {
    const three = await anInvoice()
    expect(await live(three.email, 50, [29, 32])).toEqual([`32 ${OVERDUE}`, `44 ${OVERDUE}`])
    shop.clock.now = START
    const weeks = await anInvoice()
    expect(await live(weeks.email, 60, [20, 50])).toEqual([`50 ${OVERDUE}`])
  })

  test('waits for the end of the quiet hours if it is late', async () => {
    const { email, input } = await anInvoice()
    await planAt(START)
    await planAt(on(32, '06:59'))
    expect((await remindersOf(input.id))[0]).toMatchObject({ state: 'held', reason: MAIL_REASON.quiet })
    await planAt(on(32, '07:00'))
    expect((await shop.subjectsTo(email)).at(-1)).toMatch(/is overdue$/)
  })
})

describe('a reminder of an order that changes', () => {
  const { actor } = { actor: { id: '00000000-0000-4000-8000-00000000000a' } }
  const act = (id: string, given: Parameters<typeof actOnOrder>[2]) =>
    actOnOrder(opened.db, id, given, { actor, site: SITE, now: shop.clock.now })
  const settled = { state: 'cancelled', reason: MAIL_REASON.settled }

  test('is dropped with the reason once it is paid or cancelled', async () => {
    const [paid, cancelled] = [await anInvoice(), await anInvoice()]
    await planAt(START)
    expect(await remindersOf(paid.input.id)).toMatchObject([{ state: 'planned' }, { state: 'planned' }])
    await act(paid.input.id, { act: 'paid', version: 1, note: 'By check' })
    await act(cancelled.input.id, { act: 'cancel', version: 1, reason: 'Not needed' })
    await planAt(START + HOUR)
    for (const { input } of [paid, cancelled]) expect(await remindersOf(input.id)).toMatchObject([settled, settled])
    expect(await live(paid.email, 60)).toEqual([])
  })

  test('becomes that of the invoice once the PO number is there', async () => {
    const { input, email } = await place(AWAIT_PO)
    await planAt(START)
    await act(input.id, { act: 'po', version: 1, poNumber: 'PO-9' })
    await planAt(START + HOUR)
    expect(await remindersOf(input.id)).toMatchObject([settled, { state: 'planned' }, { state: 'planned' }])
    expect(await live(email, 60)).toEqual([`31 ${OVERDUE}`, `44 ${OVERDUE}`])
  })

  test('moves with the day on which the invoice is due', async () => {
    const { input } = await anInvoice()
    await planAt(START)
    await opened.db
      .update(shopOrders)
      .set({ dueOn: addDays(sellerDay(START), 40) })
      .where(eq(shopOrders.id, input.id))
    await planAt(START + HOUR)
    expect((await remindersOf(input.id)).map(({ state, dueAt }) => [state, dueAt])).toEqual([
      ['planned', on(41, '09:00')],
      ['planned', on(54, '09:00')],
    ])
  })

  test('waits for a payment that is being noted at the moment at which it is due', async () => {
    const { input, email } = await anInvoice()
    await planAt(START)
    let planning: Promise<unknown> = Promise.resolve()
    await opened.db.transaction(async (tx) => {
      await tx.update(shopOrders).set({ state: 'paid' }).where(eq(shopOrders.id, input.id))
      planning = planAt(on(31, '09:00'))
      await new Promise((resolve) => setTimeout(resolve, 300))
    })
    await planning
    expect(await shop.subjectsTo(email)).toHaveLength(1)
  })
})

test('planners at once remind each order once', async () => {
  const orders = [await anInvoice(), await anInvoice(), await anInvoice()]
  await planAt(START)
  await opened.db.insert(mailPlanMarks).values({ scope: 'orders' })
  await Promise.all(Array.from({ length: 6 }, () => planAt(on(31, '09:00'))))
  for (const { email } of orders) expect(await shop.subjectsTo(email)).toHaveLength(2)
})

describe('the text of a reminder', () => {
  test('has nothing that the buyer typed, and leads to the page of the order (SH4, OB6)', async () => {
    const { email, input } = await place({ buyerName: 'Free money', company: 'Win now' })
    await planAt(on(31, '09:00'))
    const [mail] = await shop.mailsTo(email)
    expect(mail).toMatchObject({
      template: 'order-reminder',
      subject: expect.stringMatching(/^Invoice W-\d+ is overdue$/),
    })
    expect(mail?.textBody).toContain('was due on Thursday, December 31, 2026')
    expect(`${mail?.subject} ${mail?.textBody} ${mail?.htmlBody}`).not.toMatch(/Free money|Win now|PO-4711/)
    expect(await shop.look(tokenIn(mail?.textBody))).toMatchObject({
      state: 'invoiced',
      number: (await shop.stored(input.id)).number,
    })
  })

  test('leads nowhere once an administrator ended the links', async () => {
    const { email, input } = await anInvoice()
    const context = { actor: { id: 'cli' }, now: START }
    for (const { id } of await listOrderLinks(opened.db, input.id, START))
      await endOrderLink(opened.db, { orderId: input.id, linkId: id }, context)
    await planAt(on(31, '09:00'))
    const [mail] = await shop.mailsTo(email)
    expect(mail?.subject).toMatch(/is overdue$/)
    expect(mail?.textBody).not.toMatch(/\/shop\/order|The link shows/)
  })
})

describe('whom a reminder reaches', () => {
  test('is decided by whether mail to the address is stopped, not by whether it ended mails about events', async () => {
    const [stopped, ended] = [await anInvoice(), await anInvoice()]
    await planAt(START)
    await suppress(opened.db, keepAddress(stopped.email), { reason: 'manual', source: 'test' }, START)
    await suppress(opened.db, keepAddress(ended.email), { reason: 'kind', kind: 'event-mail', source: 'link' }, START)
    await planAt(START + HOUR)
    const reason = SUPPRESSED.manual
    expect(await remindersOf(stopped.input.id)).toMatchObject([
      { state: 'skipped', reason },
      { state: 'skipped', reason },
    ])
    expect(await remindersOf(ended.input.id)).toMatchObject([{ state: 'planned' }, { state: 'planned' }])
  })

  test('depends on how many other orders they are reminded of on that day, not on mails about events', async () => {
    await limitMails(opened.db, 2)
    const email = 'many@plant.example'
    const eventId = await storeEvent(opened.db, { publishedAt: new Date(0), eventDate: addDays(sellerDay(START), 32) })
    await storeTeamMember(opened.db, eventId, email)
    for (const _ of [1, 2]) await storeRule(opened.db)
    const ids = []
    for (let order = 0; order < 3; order += 1) ids.push((await place({ email })).input.id)
    await planAt(START)
    await planAt(on(31, '09:00'))
    const states = (await Promise.all(ids.map(remindersOf))).map(([first]) => [first?.state, first?.reason])
    expect(states.toSorted()).toEqual([
      ['sent', null],
      ['sent', null],
      ['skipped', mostPerDayReason(2)],
    ])
  })
})

test('a dry run names the orders that would be reminded, and a preview shows one without its link', async () => {
  const { input } = await anInvoice()
  await place(AWAIT_PO)
  const { number } = await shop.stored(input.id)
  const id = await ruleOf('order-overdue-1')
  expect(await dryRun(opened.db, { id, definition: null }, START)).toMatchObject({
    recipients: 1,
    lines: [
      {
        event: null,
        reason: 'The workflow applies to orders.',
        planned: 1,
        mails: [{ name: number, state: 'planned' }],
      },
    ],
  })
  const [version] = await opened.db
    .select()
    .from(mailRuleVersions)
    .where(and(eq(mailRuleVersions.ruleId, id)))
  const definition = mailRuleDefinition.parse(version?.definition)
  const wish = { definition, eventId: null, recipientId: null }
  const { preview } = await previewMailRule(opened.db, wish, { site: SITE, now: START })
  expect(preview).toMatchObject({
    subject: `Invoice ${number} is overdue`,
    empty: [],
    recipient: { name: number },
    people: 1,
  })
  expect(preview.text).toMatch(/\/shop\/order$/m)
})
