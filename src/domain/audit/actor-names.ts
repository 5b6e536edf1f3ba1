import { eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.ts'
import { profiles } from '#db/schema/accounts.ts'
import { ACTOR_NAMES, DELETED_ACCOUNT } from '#src/contract/audit-log.ts'
import { usernameKey } from '#src/contract/username.ts'

/** What stands in the log for no person. */
const NOT_PEOPLE: Record<string, string> = ACTOR_NAMES

/** How an actor is called, whoever or whatever it is. */
export function actorName(names: ReadonlyMap<string, string>, actor: string): string {
  return names.get(actor) ?? NOT_PEOPLE[actor] ?? (isId(actor) ? DELETED_ACCOUNT : actor)
}

/** Usernames by id, of those of these who are there and have one. Whatever is no person's id is left out. */
export async function readNames(db: Db, ids: Iterable<string>): Promise<Map<string, string>> {
  const people = [...new Set(ids)].filter(isId)
  if (people.length === 0) return new Map()
  const rows = await db
    .select({ id: profiles.id, username: profiles.username })
    .from(profiles)
    .where(inArray(profiles.id, people))
  return new Map(rows.flatMap(({ id, username }) => (username === null ? [] : [[id, username]])))
}

/** The id an actor has in the log, by username; what is an id already, or no person, stays what it is. */
export async function actorId(db: Db, actor: string): Promise<string> {
  if (isId(actor) || Object.hasOwn(NOT_PEOPLE, actor)) return actor
  const [found] = await db
    .select({ id: profiles.id })
    .from(profiles)
    .where(eq(profiles.usernameKey, usernameKey(actor)))
  return found?.id ?? actor
}

function isId(text: string): boolean {
  return z.uuid().safeParse(text).success
}
