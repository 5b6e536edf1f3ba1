import { and, eq, gt, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { linkTokens } from '#db/schema/accounts.ts'
import { calendarFeeds } from '#db/schema/logistics.ts'
import { siteMode } from '#db/schema/operations.ts'
import { outbox } from '#db/schema/security.ts'
import { KEYS_IN_ENVIRONMENT, LINK_KINDS, NO_SUCH_RELEASE, type PastRelease } from '#src/contract/emergency.ts'
import { Failure } from '#src/contract/failure.ts'
import type { LinkPurpose } from '#src/domain/links/link.ts'
import type { SharedPurpose } from '#src/domain/links/shared-link.ts'
import { readSigningKeys, replaceSigningKeys } from '#src/domain/signing-keys/signing-key.ts'
import { SECURITY_TEMPLATES } from '../outbox/templates.ts'
import { readSiteMode, setSiteMode } from '../site-mode/site-mode.ts'
import type { EmergencyContext, EmergencyPart, ResolvedOf } from './emergency-action.ts'

/** Replaces the keys that sign access tokens. Throws `conflict` where the environment sets them. (decision 0016) */
export const replaceKeys: EmergencyPart<'keys'> = {
  count: async (db, _action, { hasOwnKeys, now }) => {
    if (hasOwnKeys) throw new Failure('conflict', KEYS_IN_ENVIRONMENT)
    return { keys: (await readSigningKeys(db, now)).length }
  },
  run: async (tx, _action, { makeKey, actor, now }) => replaceSigningKeys(tx, await makeKey(), { actor, now }),
}

/** Every purpose of a link but unsubscribing is one that can be voided: the compiler misses a new one here. */
const VOIDABLE: Readonly<Record<LinkPurpose | SharedPurpose, string>> = LINK_KINDS

function isVoided({ purposes }: ResolvedOf<'links'>, { now }: EmergencyContext) {
  const known = purposes.filter((purpose) => Object.hasOwn(VOIDABLE, purpose))
  const { purpose, usedAt, expiresAt } = linkTokens
  return and(inArray(purpose, known), isNull(usedAt), gt(expiresAt, new Date(now)))
}

/** Of a private calendar address, which is in no table of links: it works, and its kind is chosen. */
function isEndedFeed({ purposes }: ResolvedOf<'links'>) {
  return and(isNull(calendarFeeds.endedAt), purposes.includes('calendar-feed') ? undefined : sql`false`)
}

/** Ends every link of some purposes that still works. */
export const voidLinks: EmergencyPart<'links'> = {
  count: async (db, action, context) => ({
    links: await db.$count(linkTokens, isVoided(action, context)),
    feeds: await db.$count(calendarFeeds, isEndedFeed(action)),
  }),
  run: async (tx, action, context) => {
    const at = new Date(context.now)
    await tx.update(linkTokens).set({ usedAt: at }).where(isVoided(action, context))
    await tx.update(calendarFeeds).set({ endedAt: at }).where(isEndedFeed(action))
  },
}

/** Sets how far the site is closed. (decision 0050) */
export const setLevel: EmergencyPart<'level'> = {
  count: async (db, { level }, { now }) => ({ from: (await readSiteMode(db, now)).level, to: level }),
  run: async (tx, { level, reason, until }, context) => {
    await setSiteMode(tx, { level, reason, until }, context)
  },
}

/** Messages that wait while mail is held. */
export function countHeld(db: Db): Promise<number> {
  return db.$count(outbox, and(eq(outbox.state, 'queued'), notInArray(outbox.template, SECURITY_TEMPLATES)))
}

/** Holds all mail that is not about security, or sends it again. (security OB8) */
export const holdMail: EmergencyPart<'mail'> = {
  count: async (db) => ({ waiting: await countHeld(db) }),
  run: async (tx, { isHeld }, { now }) => {
    const since = sql`coalesce(${siteMode.mailHeldSince}, ${new Date(now).toISOString()}::timestamptz)`
    await tx.update(siteMode).set({ mailHeldSince: isHeld ? since : null })
  },
}

async function findReleases({ release }: ResolvedOf<'release'>, { releases }: EmergencyContext) {
  if ('steps' in releases) throw new Failure('conflict', releases.steps.join(' '))
  const kept = await releases.list()
  const target = kept.find(({ id, isLive }) => id === release && !isLive)
  if (!target) throw new Failure('conflict', NO_SUCH_RELEASE)
  return { target, live: kept.find(({ isLive }) => isLive), restore: releases.restore }
}

/**
 * Makes a version of the public site live that was built before. The reconciler leaves it until something changes. (decision
 * 0046)
 */
export const goBack: EmergencyPart<'release'> = {
  count: async (_db, action, context) => {
    const { target, live } = await findReleases(action, context)
    return { ...revisionOf('from', live), ...revisionOf('to', target) }
  },
  run: async (_tx, action, context) => {
    const { target, restore } = await findReleases(action, context)
    await restore(target.id)
  },
}

function revisionOf(name: string, release: PastRelease | undefined) {
  return release?.revision == null ? {} : { [name]: release.revision }
}
