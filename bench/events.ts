import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { Temporal } from 'temporal-polyfill'
import type { Db } from '#db/client.ts'
import { eventAgenda, eventConfig, eventTeam, eventVendors } from '#db/schema/events.ts'
import { seedDemo } from '#db/seed/seed.ts'
import { parseEnv } from '#src/platform/env.ts'

type Event = typeof eventConfig.$inferSelect
type Whole = {
  event: Event
  agenda: (typeof eventAgenda.$inferSelect)[]
  team: (typeof eventTeam.$inferSelect)[]
  vendors: (typeof eventVendors.$inferSelect)[]
}

/** Events written at once: more would pass the 65,535 parameters of a statement. */
const BATCH = 200
/** Copies lie this many days apart, and start over after five years. */
const SPREAD = 1_826

/**
 * Fills the database with the demo and adds copies of its events, with all their parts, until `count` are published.
 * `salt` goes into every copied name, so that no picture of an earlier run fits. Resolves with the slugs of the new copies.
 */
export async function storeEvents(db: Db, count: number, salt = ''): Promise<string[]> {
  await seedDemo(db, Date.now(), parseEnv({}))
  const published = eq(eventConfig.isPublished, true)
  const models = await readWhole(db, (await db.select().from(eventConfig).where(published)).filter(isOriginal))
  const present = await db.$count(eventConfig, published)
  const slugs: string[] = []
  for (let from = present; from < count; from += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, count - from) }, (_, at) => from + at)
    slugs.push(...(await storeBatch(db, numbers, models, salt)))
  }
  return slugs
}

function isOriginal({ eventSlug }: Event): boolean {
  return !eventSlug.startsWith('copy-')
}

async function readWhole(db: Db, events: Event[]): Promise<Whole[]> {
  const models: Whole[] = []
  for (const event of events.sort((a, b) => a.eventSlug.localeCompare(b.eventSlug))) {
    const { id } = event
    models.push({
      event,
      agenda: await db.select().from(eventAgenda).where(eq(eventAgenda.eventId, id)).orderBy(asc(eventAgenda.id)),
      team: await db.select().from(eventTeam).where(eq(eventTeam.eventId, id)).orderBy(asc(eventTeam.id)),
      vendors: await db.select().from(eventVendors).where(eq(eventVendors.eventId, id)).orderBy(asc(eventVendors.id)),
    })
  }
  return models
}

async function storeBatch(db: Db, numbers: number[], models: Whole[], salt: string): Promise<string[]> {
  const copies = numbers.flatMap((number) => {
    const model = models[number % models.length]
    return model ? [getCopy(model, number, salt)] : []
  })
  const agenda = copies.flatMap((copy) => copy.agenda)
  const team = copies.flatMap((copy) => copy.team)
  const vendors = copies.flatMap((copy) => copy.vendors)
  await db.insert(eventConfig).values(copies.map(({ event }) => event))
  if (agenda.length > 0) await db.insert(eventAgenda).values(agenda)
  if (team.length > 0) await db.insert(eventTeam).values(team)
  if (vendors.length > 0) await db.insert(eventVendors).values(vendors)
  return copies.map(({ event }) => event.eventSlug)
}

/** The same event under another slug, name and date. */
function getCopy({ event, agenda, team, vendors }: Whole, number: number, salt: string): Whole {
  const id = randomUUID()
  const days = number % SPREAD
  const later = (date: string) => Temporal.PlainDate.from(date).add({ days }).toString()
  const part = <T extends object>(rows: T[]) => rows.map((row) => ({ ...row, id: randomUUID(), eventId: id }))
  const { eventSlug, eventName, eventDate, earlyBirdDeadline } = event
  return {
    event: {
      ...event,
      id,
      eventSlug: `copy-${number}-${eventSlug}`.slice(0, 100),
      eventName: `${eventName} ${number} ${salt}`.trim(),
      eventDate: later(eventDate),
      earlyBirdDeadline: earlyBirdDeadline && later(earlyBirdDeadline),
      previousEventDate: null,
      status: event.status === 'moved' ? 'scheduled' : event.status,
    },
    agenda: part(agenda),
    team: part(team),
    vendors: part(vendors),
  }
}
