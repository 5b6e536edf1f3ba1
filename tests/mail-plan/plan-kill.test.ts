import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { outbox } from '#db/schema/security.ts'
import { shopOrders } from '#db/schema/shop-orders.ts'
import { plannedMails } from '#db/schema/workflows.ts'
import { instantAt } from '#src/contract/wall-clock.ts'
import { planMarked } from '#src/domain/mail-plan/plan-marked.ts'
import { deliverDue } from '#src/domain/outbox/deliver-due.ts'
import { smtpMailer } from '#src/platform/smtp.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { testDb } from '#tests/support/database.ts'
import { atScale } from '#tests/support/scale.ts'
import { packWorker } from '../outbox/kills.ts'
import { quickMailServer } from '../outbox/mail-server.ts'
import { delivering, endLeases, getRows } from '../outbox/outbox-rows.ts'
import { storeShopOrder } from '../shop/shop-rows.ts'
import { advancing, storeRule, storeTeamMember } from './plan-rows.ts'

const KILLS = atScale(16, 200)
/** Those of two messages: each is claimed, its address looked up, and after the server has answered it is written down. */
const SENDS = 6
const NOW = instantAt('2027-01-20', '10:00', 'America/Chicago')
const PEOPLE = 2
const RULES = 2
/** One for each life, and the one whose statements are counted. */
const EVENTS = KILLS + 1
/** Those of the events, and one for each order. */
const MAILS = EVENTS * PEOPLE * RULES + EVENTS

const INVOICED = new Date('2026-12-20T12:00:00Z')

/** An event whose mails are due now, and an order whose invoice was due yesterday, of which the buyer is reminded from the start. */
async function storeDue(db: Db, number: number): Promise<void> {
  const id = await storeEvent(db, { publishedAt: new Date(0) })
  for (let person = 0; person < PEOPLE; person += 1) await storeTeamMember(db, id, `p${person}-${number}@mail.example`)
  const { id: order } = await storeShopOrder(db, { variantId: null, sku: 'KIT', title: 'Kit' })
  const email = `buyer-${number}@mail.example`
  const invoiced = { email, emailKey: email, placedAt: INVOICED, invoicedAt: INVOICED, dueOn: '2027-01-19' }
  await db.update(shopOrders).set(invoiced).where(eq(shopOrders.id, order))
}

/** Something to send: one event, or the orders, are planned to the end. */
async function planOne(db: Db): Promise<void> {
  let turns = 1
  await planMarked(db, { ...advancing(NOW), timeLeft: () => (turns-- > 0 ? 1_000 : 0) })
}

type Environment = Record<string, string>

/** How many statements a run for one event and one order has, from the search for it to the last one. */
async function countStatements(db: Db, environment: Environment, file: string): Promise<number> {
  await storeDue(db, KILLS)
  const own = { NOW: String(NOW), DIE_AT: '0', HOW: '', WORK: 'plan', WORKER: 'first' }
  const child = spawn(process.execPath, [file], {
    env: { ...environment, ...own },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return Number(await text(child.stdout))
}

/** Where the life of this number ends, of those that do the same work: at each of its statements in turn, before and after it. */
function getDeath(work: 'plan' | 'send', number: number, statements: number) {
  // A few lives reach into the whole of a plan, and one of the first senders has its mail taken and not written down.
  const at = work === 'plan' ? number * 7 : number + 2
  const round = Math.floor(number / statements)
  return { DIE_AT: String(1 + (at % statements)), HOW: (number + round) % 2 ? 'after' : 'before' }
}

/** Two deploys at once: each starts one worker after the other, which plan or send, and kills them on their way. */
async function killWorkers(db: Db, environment: Environment, file: string) {
  const plans = await countStatements(db, environment, file)
  // A number that 7 divides would leave out most of them.
  const statements = { plan: plans % 7 === 0 ? plans + 1 : plans, send: SENDS }
  const [begun, killed] = [
    { plan: 0, send: 0 },
    { plan: 0, send: 0 },
  ]
  let lives = 0
  const lane = async () => {
    while (lives < KILLS) {
      const life = lives++
      await storeDue(db, life)
      const work = life % 4 === 3 ? 'send' : 'plan'
      if (work === 'send') await planOne(db)
      const death = getDeath(work, begun[work]++, statements[work])
      const own = { NOW: String(NOW), ...death, WORK: work, WORKER: `life-${life}` }
      const child = spawn(process.execPath, [file], { env: { ...environment, ...own }, stdio: 'ignore' })
      const [, signal] = await once(child, 'exit')
      if (signal === 'SIGKILL') killed[work] += 1
      await endLeases(db, own.WORKER)
    }
  }
  await Promise.all([lane(), lane()])
  return killed
}

test('planners and senders of two deploys that are killed lose no mail, write none twice and repeat none without a kill (MP2)', async () => {
  const { db, url, close } = await testDb()
  const folder = await mkdtemp(join(tmpdir(), 'plan-'))
  const arrived: string[] = []
  await using server = await quickMailServer({
    onRecipient: async () => '',
    onMail: async (_to, raw) => void arrived.push(/^Message-ID: <(.*)@/im.exec(raw)?.[1] ?? ''),
  })
  try {
    for (let rule = 0; rule < RULES; rule += 1) await storeRule(db)
    const file = await packWorker(folder, join(import.meta.dirname, 'plan-worker.ts'))
    const killed = await killWorkers(db, { DATABASE_URL: url, SMTP_URL: server.url }, file)

    // The database may hold the lock of a planner that was just killed for a moment.
    const left = async () => {
      await planMarked(db, { ...advancing(NOW), timeLeft: () => 30_000 })
      return MAILS - (await db.$count(plannedMails, eq(plannedMails.state, 'sent')))
    }
    await expect.poll(left, { timeout: 60_000 }).toBe(0)
    const mail = smtpMailer(server.url, { from: 'info@workshops.example', host: 'workshops.example' })
    while ((await getRows(db)).some(({ state }) => state !== 'sent')) {
      await endLeases(db)
      await deliverDue(db, delivering({ mail }))
    }

    const mails = await db.select().from(plannedMails)
    const messages = await db.select({ id: outbox.id }).from(outbox)
    const repeated = arrived.length - new Set(arrived).size
    console.log(
      `${killed.plan} planners and ${killed.send} senders killed: ${messages.length} mails, ${repeated} repeated`,
    )
    expect(mails.filter(({ state }) => state === 'sent')).toHaveLength(MAILS)
    expect(mails.flatMap(({ outboxId }) => outboxId ?? []).sort()).toEqual(messages.map(({ id }) => id).sort())
    expect([...new Set(arrived)].sort()).toEqual(messages.map(({ id }) => id).sort())
    expect(repeated).toBeLessThanOrEqual(killed.send)
    expect(repeated).toBeGreaterThan(0)
    expect(killed.plan).toBeGreaterThan(KILLS / 2)
    expect(killed.send).toBeGreaterThan(0)
  } finally {
    await close()
    await rm(folder, { recursive: true, force: true })
  }
}, 400_000)
