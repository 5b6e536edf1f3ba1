import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { prepared } from '#db/prepared.ts'
import { profiles, userRoles, users } from '#db/schema/accounts.ts'
import type { ForumAuthor } from '#src/contract/forum.ts'

/** Whoever stands behind these ids, by id; who left is not among them. */
export type Authors = ReadonlyMap<string, NonNullable<ForumAuthor>>

/** True for who holds any role. */
export const isStaff = sql<boolean>`exists (select 1 from ${userRoles} where ${userRoles.userId} = ${users.id})`

const authorsOf = prepared((db) =>
  db
    .select({ id: users.id, username: profiles.username, isStaff })
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(and(sql`${users.id} = any(${sql.placeholder('ids')}::uuid[])`, isNull(users.deletedAt))),
)

/** The authors with these ids, asked for at once. A banned one still wrote what they wrote. */
export async function readAuthors(db: Db, ids: readonly (string | null)[]): Promise<Authors> {
  const wanted = [...new Set(ids)].filter((id) => id !== null)
  if (wanted.length === 0) return new Map()
  const rows = await authorsOf(db).execute({ ids: wanted })
  return new Map(rows.map(({ id, ...author }) => [id, author]))
}
