import { eq, inArray } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { profiles } from '#db/schema/accounts.ts'
import { logisticsPeople } from '#db/schema/logistics.ts'
import { vendorContacts } from '#db/schema/partners.ts'
import { shopOrders } from '#db/schema/shop-orders.ts'
import { ACTOR_NAMES, DELETED_ACCOUNT } from '#src/contract/audit-log.ts'
import { usernameKey } from '#src/contract/username.ts'
import { isUuid } from '#src/contract/uuid.ts'

/** Actors that are not people, such as the command line. */
const NOT_PEOPLE: Record<string, string> = ACTOR_NAMES

/**
 * Usernames by account id, and the names of people without an account by their kind and an id: `contact:{id}` of vendors,
 * `logistics:{id}` of events, `buyer:{id}` and `purchasing:{id}` of orders.
 */
export type Usernames = ReadonlyMap<string, string>

/** The name to show for an actor: a username, or the name of what is not a person. Null for no actor. */
export function actorName(names: Usernames, actor: string): string
export function actorName(names: Usernames, actor: string | null): string | null
export function actorName(names: Usernames, actor: string | null): string | null {
  if (actor === null) return null
  return names.get(actor) ?? NOT_PEOPLE[actor] ?? (isUuid(actor) ? DELETED_ACCOUNT : actor)
}

/** The names of these actors. Leaves out what is not a person, and people without a username. */
export async function readUsernames(db: Db, actors: Iterable<string | null>): Promise<Usernames> {
  const all = [...new Set(actors)].filter((actor) => actor !== null)
  return new Map([...(await readAccounts(db, all.filter(isUuid))), ...(await readPartners(db, all))])
}

async function readAccounts(db: Db, people: readonly string[]): Promise<Usernames> {
  if (people.length === 0) return new Map()
  const rows = await db
    .select({ id: profiles.id, username: profiles.username })
    .from(profiles)
    .where(inArray(profiles.id, [...people]))
  return new Map(rows.flatMap(({ id, username }) => (username === null ? [] : [[id, username]])))
}

/** People without an account, each with what follows their name. */
const PARTNERS = [
  { kind: 'contact', table: vendorContacts, name: vendorContacts.name, ending: ' (vendor)' },
  { kind: 'logistics', table: logisticsPeople, name: logisticsPeople.name, ending: '' },
  { kind: 'buyer', table: shopOrders, name: shopOrders.buyerName, ending: ' (buyer)' },
  { kind: 'purchasing', table: shopOrders, name: shopOrders.company, ending: ' (purchasing)' },
] as const

async function readPartners(db: Db, actors: readonly string[]): Promise<Usernames> {
  const names = new Map<string, string>()
  for (const { kind, table, name, ending } of PARTNERS) {
    const ids = actors.flatMap((actor) => (actor.startsWith(`${kind}:`) ? [actor.slice(kind.length + 1)] : []))
    const known = ids.filter(isUuid)
    if (known.length === 0) continue
    const { id } = table
    const rows = await db.select({ id, name }).from(table).where(inArray(id, known))
    for (const row of rows) names.set(`${kind}:${row.id}`, `${row.name}${ending}`)
  }
  return names
}

/** The id that the audit log has for the actor of this username. Ids, and actors that are not people, stay as they are. */
export async function readActorId(db: Db, actor: string): Promise<string> {
  if (isUuid(actor) || Object.hasOwn(NOT_PEOPLE, actor)) return actor
  const [found] = await db
    .select({ id: profiles.id })
    .from(profiles)
    .where(eq(profiles.usernameKey, usernameKey(actor)))
  return found?.id ?? actor
}
