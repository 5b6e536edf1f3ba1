import { and, asc, eq, isNull, notExists, type SQLWrapper, sql } from 'drizzle-orm'
import type { Root, Text } from 'mdast'
import { SKIP, visit } from 'unist-util-visit'
import type { Db } from '#db/client.ts'
import { profiles, users } from '#db/schema/accounts.ts'
import { bans } from '#db/schema/security.ts'
import { memberPath } from '#src/contract/forum-paths.ts'
import type { Mentionable } from '#src/contract/forum-post.ts'
import type { Instant } from '#src/contract/instant.ts'
import { usernameKey } from '#src/contract/username.ts'

/**
 * An `@` followed by a name, with no letter or address right before it: `ada@plant.example` mentions nobody. A name
 * ends with a letter or digit, so it never includes the full stop of a sentence.
 */
const MENTION =
  /(?<![\p{L}\p{M}\p{N}@._/-])@([\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}._-]{1,28}[\p{L}\p{M}\p{Nd}])(?![\p{L}\p{M}\p{Nd}])/gu

/** The names that a text mentions outside code and links, each once, as they were typed first. */
export function mentionsIn(tree: Root): string[] {
  const names = new Map<string, string>()
  visit(tree, (node) => {
    if (isLink(node)) return SKIP
    if (node.type !== 'text') return true
    for (const [, name = ''] of node.value.matchAll(MENTION))
      if (!names.has(getKey(name))) names.set(getKey(name), name)
    return true
  })
  return [...names.values()]
}

/** Makes links of the mentions of members, by the keys of their names; a name without an account stays text. */
export function linkMentions(tree: Root, members: ReadonlyMap<string, string>): void {
  if (members.size === 0) return
  visit(tree, (node, index, parent) => {
    if (isLink(node)) return SKIP
    if (node.type !== 'text' || !parent || index === undefined) return
    const parts = getParts(node.value, members)
    parent.children.splice(index, 1, ...parts)
    return [SKIP, index + parts.length]
  })
}

type Part = Text | { type: 'link'; url: string; children: Text[] }

function getParts(value: string, members: ReadonlyMap<string, string>): Part[] {
  const parts: Part[] = []
  let from = 0
  for (const match of value.matchAll(MENTION)) {
    const username = members.get(getKey(match[1] ?? ''))
    if (username === undefined) continue
    if (match.index > from) parts.push({ type: 'text', value: value.slice(from, match.index) })
    parts.push({ type: 'link', url: memberPath(username), children: [{ type: 'text', value: `@${username}` }] })
    from = match.index + match[0].length
  }
  if (from < value.length) parts.push({ type: 'text', value: value.slice(from) })
  return parts
}

/** As `usernameKey` wants it. */
function getKey(name: string): string {
  return usernameKey(name.normalize('NFKC'))
}

function isLink({ type }: { type: string }): boolean {
  return type === 'link' || type === 'linkReference'
}

const MOST = 8
/** Looked through for names that begin so; among more, the letters typed next find the one. */
const MOST_LOOKED_AT = 200

/** Spelled as the index of beginnings has it. */
const name = sql`lower(${profiles.username}) collate "C"`

/** Members whose username begins with what was typed behind an `@`, the shortest first: approved, still there and not banned. */
export async function findMentionable(db: Db, typed: string, now: Instant): Promise<{ items: Mentionable[] }> {
  const beginning = typed.normalize('NFKC').trim().toLowerCase()
  if (beginning === '') return { items: [] }
  const found = db
    .select({ id: profiles.id, username: profiles.username })
    .from(profiles)
    .where(and(sql`${name} like ${`${literally(beginning)}%`}`, eq(profiles.approval, 'approved')))
    .orderBy(name)
    .limit(MOST_LOOKED_AT)
    .as('found')
  const items = await db
    .select({ username: found.username })
    .from(found)
    .innerJoinLateral(present(db, found.id), sql`true`)
    .where(isNotBanned(db, found.id, now))
    .orderBy(asc(sql`char_length(${found.username})`), asc(found.username))
    .limit(MOST)
  return { items }
}

/** Escapes characters with a meaning in patterns. */
function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** The account with this id unless it was deleted: looked up for each name that was found, however many accounts there are. */
function present(db: Db, id: SQLWrapper) {
  return db
    .select({ one: sql`1`.as('one') })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .limit(1)
    .as('present')
}

function isNotBanned(db: Db, id: SQLWrapper, now: Instant) {
  const moment = sql`${new Date(now).toISOString()}::timestamptz`
  const isInForce = sql`${bans.liftedAt} is null and (${bans.expiresAt} is null or ${bans.expiresAt} > ${moment})`
  const isTheirs = and(eq(bans.subjectType, 'user'), eq(bans.subject, sql`${id}::text`))
  return notExists(db.select({ id: bans.id }).from(bans).where(and(isTheirs, isInForce)))
}
