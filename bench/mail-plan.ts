import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig, eventTeam } from '#db/schema/events.ts'
import { teamLibrary } from '#db/schema/libraries.ts'
import { mailRules, mailRuleVerdicts, mailRuleVersions, plannedMails } from '#db/schema/workflows.ts'
import type { MailRuleDefinition } from '#src/contract/mail-rule.ts'
import { advance } from '#src/domain/mail-plan/advance.ts'
import { planMarked } from '#src/domain/mail-plan/plan-marked.ts'
import { ruleLetters } from '#src/domain/mail-rules/rule-letters.ts'
import { openBenchDatabase } from './database.ts'
import { againstReference, beside, median, type Row } from './table.ts'

const EVENTS = 200
const RULES = 20
const PEOPLE = 50
/** A mail that is planned, beside the row alone. */
const MOST_OF_BARE = 4
const DAY = 86_400_000

type Running = Parameters<typeof advance>[2]

/** All mails of 200 events with 20 rules and 50 people planned in one pass, beside the same rows inserted as they are. */
export async function benchMailPlan(): Promise<Row[]> {
  const { db, close } = await openBenchDatabase()
  try {
    const now = Date.now()
    const eventIds = await storeEvents(db, now)
    const running = {
      now,
      letters: ruleLetters({ siteUrl: 'https://workshops.example', siteName: 'Workshops' }),
      onFault,
    }
    const { planned, bare } = await planBesideCopies(db, running)
    const rows = await db.$count(plannedMails)
    if (rows !== EVENTS * RULES * PEOPLE) throw new Error(`${rows} mails were planned.`)
    const changed = await replanOne(db, eventIds[0] ?? '', running)
    await planMarked(db, { ...running, timeLeft: () => 600_000 })
    const [idle, one] = [
      await ofTwenty(() => planMarked(db, { ...running, timeLeft: () => 600_000 })),
      await ofTwenty(() =>
        db.execute(sql`select count(*) from planned_mails where due_at <= now() and state in ('planned', 'held')`),
      ),
    ]
    const what = `${rows.toLocaleString('en-US')} mails of ${EVENTS} events planned, or given their reason, in one pass`
    const moved = {
      what: 'one event moved: stored mails that were written',
      reference: `${RULES * PEOPLE}`,
      ours: `${changed}`,
    }
    return [
      againstReference(what, planned, bare, 'ms', MOST_OF_BARE),
      { ...moved, budget: 'its own', isWithin: changed === RULES * PEOPLE },
      beside('a run with nothing marked and nothing due, beside one indexed read', idle, one, 'ms'),
    ]
  } finally {
    await close()
  }
}

function onFault(fault: unknown): never {
  throw fault
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

async function ofTwenty(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn < 20; turn += 1) times.push(await time(work))
  return median(times)
}

/** Events from two months ahead on, a person of the team of each, and rules for every day before. */
async function storeEvents(db: Db, now: number): Promise<string[]> {
  const people = Array.from({ length: PEOPLE }, (_, at) => ({ id: randomUUID(), email: `person${at}@plant.example` }))
  await db
    .insert(teamLibrary)
    .values(people.map((one) => ({ ...one, fullName: one.email, title: 'Trainer', bio: 'Ran a mill.' })))
  const ids = Array.from({ length: EVENTS }, () => randomUUID())
  const dayOf = (at: number) => new Date(now + (30 + (at % 60)) * DAY).toISOString().slice(0, 10)
  await db.insert(eventConfig).values(
    ids.map((id, at) => ({
      ...{ id, eventSlug: `event-${at}`, eventName: `Workshop ${at}`, eventDate: dayOf(at), isPublished: true },
      publishedAt: new Date(0),
    })),
  )
  for (const eventId of ids)
    await db.insert(eventTeam).values(people.map(({ id }, at) => ({ eventId, teamLibraryId: id, displayOrder: at })))
  await storeRules(db)
  await db.execute(sql`insert into app_settings (setting_key, setting_value)
    values ('mail_policy', '{"quietFrom": "21:00", "quietTo": "07:00", "mostPerDay": 20}')`)
  return ids
}

async function storeRules(db: Db): Promise<void> {
  for (let at = 0; at < RULES; at += 1) {
    const definition: MailRuleDefinition = {
      ...{ anchor: 'event-start', audience: 'event-team', conditions: [], lateHours: 12, weekend: 'send' },
      timing: { kind: 'day', days: -1 - at, at: '09:00' },
      ...{ subject: 'Soon', body: 'See you soon.' },
    }
    const id = randomUUID()
    await db.insert(mailRules).values({ id, title: `Rule ${at}`, state: 'on', onSince: new Date(0) })
    await db.insert(mailRuleVersions).values({ ruleId: id, number: 1, definition, madeBy: 'bench' })
  }
}

/**
 * Milliseconds of one pass, and of the same rows again: once an event is planned, they are copied by one statement into a table with
 * the same indexes, so that a machine that is busy for a while is so for both.
 */
async function planBesideCopies(db: Db, running: Running): Promise<{ planned: number; bare: number }> {
  await db.execute(sql`create table bare_mails (like planned_mails including all)`)
  const transaction = db.transaction
  const copied = new Set<string>()
  let [bare, aside] = [0, 0]
  const copy = async () => {
    const verdicts = await db.selectDistinct({ eventId: mailRuleVerdicts.eventId }).from(mailRuleVerdicts)
    for (const { eventId } of verdicts.filter((one) => !copied.has(one.eventId))) {
      copied.add(eventId)
      const insert = sql`insert into bare_mails select * from planned_mails where event_id = ${eventId}`
      bare += await time(() => db.execute(insert))
    }
  }
  db.transaction = async (work, config) => {
    const result = await transaction(work, config)
    aside += await time(copy)
    return result
  }
  const whole = await time(() => planMarked(db, { ...running, timeLeft: () => 600_000 }))
  db.transaction = transaction
  return { planned: whole - aside, bare }
}

/** Moves one event and plans it. Returns how many rows the transactions since then have written, of all events. */
async function replanOne(db: Db, eventId: string, running: Running): Promise<number> {
  const [before] = await db.select({ xid: sql<string>`pg_current_xact_id()::text` }).from(sql`(values (1)) one`)
  await db.execute(sql`update event_config set event_date = event_date + 3 where id = ${eventId}`)
  await advance(db, eventId, running)
  return db.$count(plannedMails, sql`xmin::text::bigint > ${before?.xid ?? '0'}::bigint`)
}
