import { randomInt } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { profiles, usernameHolds } from '#db/schema/accounts.ts'
import type { Instant } from '#src/contract/instant.ts'
import { isStorable } from '#src/contract/text.ts'
import { isSiteName, usernameKey } from '#src/contract/username.ts'
import type { CommandContext } from '../command-context.ts'
import { usernamesFor } from './username-from-name.ts'

const LONGEST_FULL_NAME = 100

/** Makes the profile of a new account, pending, under the first username from `name` that nobody has or waits for; tells it. */
export async function nameProfile(
  tx: Db,
  { userId, name }: { userId: string; name: string | undefined },
  { site, now }: Pick<CommandContext, 'site' | 'now'>,
) {
  const fullName = fullNameOf(name)
  // With digits behind it, it would still pass for the site.
  const own = isSiteName(name ?? '', site.siteName) ? undefined : name
  for (const username of usernamesFor(own, randomInt)) {
    const key = usernameKey(username)
    if (await isHeld(tx, key, now)) continue
    const stored = await tx
      .insert(profiles)
      .values({ id: userId, username, usernameKey: key, fullName })
      .onConflictDoNothing()
      .returning({ id: profiles.id })
    if (stored.length === 1) return username
  }
  throw new Error('No username was free')
}

async function isHeld(tx: Db, key: string, now: Instant): Promise<boolean> {
  const isWaitedFor = and(eq(usernameHolds.usernameKey, key), gt(usernameHolds.expiresAt, new Date(now)))
  return (await tx.select({ userId: usernameHolds.userId }).from(usernameHolds).where(isWaitedFor)).length > 0
}

function fullNameOf(name: string | undefined): string | null {
  const line = name?.replace(/\p{C}+/gu, ' ').trim() ?? ''
  return line !== '' && [...line].length <= LONGEST_FULL_NAME && isStorable(line) ? line : null
}
