import { randomUUID } from 'node:crypto'
import type { Db } from '#db/client.ts'
import { linkTokens, users } from '#db/schema/accounts.ts'
import { eventConfig } from '#db/schema/events.ts'
import { calendarFeeds, logisticsPeople } from '#db/schema/logistics.ts'
import { newToken, toHash } from '#src/domain/links/link.ts'

const DAY = 86_400_000
const before = (days: number) => new Date(Date.now() - days * DAY)

/** A link of a purpose that was made `age` days ago and works; one that goes on with an event is about the first that is stored. */
export async function storeLink(tx: Db, { purpose, age }: { purpose: string; age: number }): Promise<void> {
  const times = { createdAt: before(age), expiresAt: before(-60) }
  const subjectId = await storeSubject(tx, purpose)
  await tx.insert(linkTokens).values({ hash: toHash(newToken()), purpose, subjectId, ...times })
}

async function storeSubject(tx: Db, purpose: string): Promise<string> {
  const [event] = await tx.select({ id: eventConfig.id }).from(eventConfig).limit(1)
  const eventId = event?.id ?? ''
  if (purpose !== 'logistics') return eventId
  const email = `${randomUUID()}@gauge.example`
  const person = { eventId, role: 'host', name: 'Lena', email, emailKey: email } as const
  const [row] = await tx.insert(logisticsPeople).values(person).returning()
  return row?.id ?? ''
}

/** The calendar address of somebody who may have one, made `age` days ago and last loaded `loaded` days ago, if ever. */
export async function storeFeed(tx: Db, { age, loaded }: { age: number; loaded?: number }): Promise<void> {
  const [owner] = await tx.select({ id: users.id }).from(users).limit(1)
  const times = { createdAt: before(age), lastFetchedAt: loaded === undefined ? null : before(loaded) }
  await tx
    .insert(calendarFeeds)
    .values({ userId: owner?.id ?? '', scope: 'all', tokenHash: toHash(newToken()), ...times })
}
