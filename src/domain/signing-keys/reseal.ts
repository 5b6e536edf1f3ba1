import { and, eq, isNotNull, not, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import { authFactors } from '#db/schema/accounts.ts'
import { logisticsAnswers, logisticsRequests } from '#db/schema/logistics.ts'
import { signingKeys } from '#db/schema/security.ts'
import { getSealedPrefix } from '#db/sealed.ts'

const BATCH = 200

/**
 * Seals with the first secret key whatever is stored in plain text or was sealed with another key: after the first key has
 * come, and after each change of it. Resolves with how many rows it sealed, at most 200 of each kind; repeat it until there are
 * none. A row that changes in the meantime is left alone, because that change seals it. (decision 0049)
 */
export async function resealSecrets(db: Db): Promise<number> {
  return (await resealFactors(db)) + (await resealSigningKeys(db)) + (await resealLogistics(db))
}

/** The stored secrets that need another key than the first, or none. While there are any, no old key may be removed. */
export async function countOther(db: Db): Promise<number> {
  const counts = await Promise.all([
    db.$count(authFactors, isOtherFactor()),
    db.$count(signingKeys, isOther(signingKeys.privateJwk)),
    db.$count(logisticsAnswers, isOther(logisticsAnswers.value)),
    db.$count(logisticsRequests, isOther(logisticsRequests.value)),
  ])
  return counts.reduce((sum, count) => sum + count)
}

/** Of a column of JSON: it was not sealed with the first key. */
function isOther(value: PgColumn): SQL {
  return not(sql`starts_with(${value} #>> '{}', ${getSealedPrefix()})`)
}

function isOtherFactor(): SQL | undefined {
  const { secret } = authFactors
  return and(isNotNull(secret), not(sql`starts_with(${secret}::text, ${getSealedPrefix()})`))
}

async function resealFactors(db: Db): Promise<number> {
  const { id, secret, updatedAt } = authFactors
  const stored = sql<string>`${secret}::text`
  const rows = await db.select({ id, secret, stored }).from(authFactors).where(isOtherFactor()).limit(BATCH)
  for (const row of rows) {
    await db
      .update(authFactors)
      .set({ secret: row.secret, updatedAt: sql`${updatedAt}` })
      .where(and(eq(id, row.id), sql`${stored} = ${row.stored}`))
  }
  return rows.length
}

async function resealSigningKeys(db: Db): Promise<number> {
  const { kid, privateJwk } = signingKeys
  const rows = await db.select({ kid, privateJwk }).from(signingKeys).where(isOther(privateJwk)).limit(BATCH)
  for (const row of rows) await db.update(signingKeys).set({ privateJwk: row.privateJwk }).where(eq(kid, row.kid))
  return rows.length
}

/** An answer that was saved in the meantime has a higher version and is left alone; a request is never changed. */
async function resealLogistics(db: Db): Promise<number> {
  const answers = await db.select().from(logisticsAnswers).where(isOther(logisticsAnswers.value)).limit(BATCH)
  const { personId, sectionKey, version, updatedAt } = logisticsAnswers
  for (const row of answers) {
    await db
      .update(logisticsAnswers)
      .set({ value: row.value, updatedAt: sql`${updatedAt}` })
      .where(and(eq(personId, row.personId), eq(sectionKey, row.sectionKey), eq(version, row.version)))
  }
  const requests = await db.select().from(logisticsRequests).where(isOther(logisticsRequests.value)).limit(BATCH)
  const { id } = logisticsRequests
  for (const row of requests) await db.update(logisticsRequests).set({ value: row.value }).where(eq(id, row.id))
  return answers.length + requests.length
}
