import { and, eq, isNotNull, not, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { authFactors } from '#db/schema/accounts.ts'
import { signingKeys } from '#db/schema/security.ts'
import { getSealedPrefix } from '#db/sealed.ts'

const BATCH = 200

/**
 * Seals with the first secret key whatever is stored in plain text or was sealed with another key: after the first key has
 * come, and after each change of it. Resolves with how many rows it sealed, at most 200 of each kind; repeat it until there are
 * none. A row that changes in the meantime is left alone, because that change seals it. (decision 0049)
 */
export async function resealSecrets(db: Db): Promise<number> {
  return (await resealFactors(db)) + (await resealSigningKeys(db))
}

async function resealFactors(db: Db): Promise<number> {
  const { id, secret, updatedAt } = authFactors
  const stored = sql<string>`${secret}::text`
  const isOther = and(isNotNull(secret), not(sql`starts_with(${stored}, ${getSealedPrefix()})`))
  const rows = await db.select({ id, secret, stored }).from(authFactors).where(isOther).limit(BATCH)
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
  const isOther = not(sql`starts_with(${privateJwk} #>> '{}', ${getSealedPrefix()})`)
  const rows = await db.select({ kid, privateJwk }).from(signingKeys).where(isOther).limit(BATCH)
  for (const row of rows) await db.update(signingKeys).set({ privateJwk: row.privateJwk }).where(eq(kid, row.kid))
  return rows.length
}
