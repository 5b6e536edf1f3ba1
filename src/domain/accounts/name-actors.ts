import { inArray } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { profiles } from '#db/schema/accounts.ts'
import { ACTOR_NAMES, DELETED_ACCOUNT } from '#src/contract/audit-log.ts'

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const NOT_PEOPLE: Record<string, string> = ACTOR_NAMES

/** Says who an actor is: a username, or what is no person. Null for none. */
export type ActorNames = { of: (actor: string | null) => string | null }

/** Looks up, in one query, what to call the actors of bans, decisions and changes. */
export async function nameActors(db: Db, actors: readonly (string | null)[]): Promise<ActorNames> {
  const ids = [...new Set(actors.filter((actor) => actor !== null && UUID.test(actor)))].filter((id) => id !== null)
  const rows =
    ids.length === 0
      ? []
      : await db.select({ id: profiles.id, name: profiles.username }).from(profiles).where(inArray(profiles.id, ids))
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return {
    of: (actor) =>
      actor === null ? null : (names.get(actor) ?? NOT_PEOPLE[actor] ?? (UUID.test(actor) ? DELETED_ACCOUNT : actor)),
  }
}
