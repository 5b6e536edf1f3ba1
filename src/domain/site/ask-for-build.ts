import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { siteBuilds, siteContent } from '#db/schema/site.ts'
import type { BuildHook, HookAnswer } from '#src/platform/rebuild.ts'

/**
 * What came of asking. `debounced` means that a build was requested a moment ago; the reconciler handles what that build misses.
 * `locked` means that the host publishes nothing until it is unlocked there.
 */
export type Asked =
  | { outcome: 'asked' }
  | { outcome: 'debounced' }
  | { outcome: 'locked' }
  | { outcome: 'failed'; reason: string }

type Asking = {
  hook: BuildHook
  /** All processes together ask at most once in so many milliseconds. */
  debounce: number
  attempts?: number
  /** True if this build was requested before: it then counts against the limit of repeats. */
  isRepeat?: boolean
}

/**
 * Asks the host for a build, after the change is committed. Never throws and never fails a save: what goes wrong is
 * recorded and left to the reconciler. (security BR3)
 *
 * All processes together ask at most once per `debounce` milliseconds, through one atomic UPDATE. (security BR8, P-17)
 */
export async function askForBuild(db: Db, { hook, debounce, attempts = 1, isRepeat = false }: Asking): Promise<Asked> {
  try {
    const claim = await claimAsk(db, debounce, isRepeat)
    if (claim === undefined) return { outcome: (await isLocked(db)) ? 'locked' : 'debounced' }
    const answer = await askUntilHeard(hook, attempts)
    if (answer.ok) return { outcome: 'asked' }
    if (!answer.isHeardPerhaps) await giveBack(db, claim)
    await tellWaiting(db, answer.reason)
    return { outcome: 'failed', reason: answer.reason }
  } catch {
    return { outcome: 'failed', reason: 'The database did not answer.' }
  }
}

/** A host that may have heard is not asked twice: each ask may be a build. */
async function askUntilHeard(hook: BuildHook, attempts: number): Promise<HookAnswer> {
  let answer = await hook.ask()
  for (let left = attempts - 1; left > 0 && !answer.ok && !answer.isHeardPerhaps; left -= 1) answer = await hook.ask()
  return answer
}

/** Whether publishing is locked on the host. */
export async function isLocked(db: Db): Promise<boolean> {
  const [row] = await db.select({ isLocked: siteContent.isLocked }).from(siteContent)
  return row?.isLocked ?? false
}

/** The moment that was claimed, and what was there before, as the database writes both. */
type Claim = { at: Date; before: string | null; repeatsBefore: string }

const LONG_AGO = sql`clock_timestamp() - interval '30 days'`

/** Takes the right to ask, and stores the time. A time in the future comes from a clock that was set back, and is ignored. */
async function claimAsk(db: Db, debounce: number, isRepeat: boolean): Promise<Claim | undefined> {
  const { hookPostedAt, repeatedAt } = siteContent
  return db.transaction(async (tx) => {
    const [before] = await tx
      .select({ before: sql<string | null>`${hookPostedAt}::text`, repeatsBefore: sql<string>`${repeatedAt}::text` })
      .from(siteContent)
      .where(
        and(
          eq(siteContent.isLocked, false),
          sql`(${hookPostedAt} is null or ${hookPostedAt} > clock_timestamp()
            or ${hookPostedAt} <= clock_timestamp() - ${debounce} * interval '1 millisecond')`,
        ),
      )
      .for('update')
    if (!before) return undefined
    const kept = sql`array(select past from unnest(${repeatedAt}) past where past > ${LONG_AGO})`
    const [row] = await tx
      .update(siteContent)
      .set({
        hookPostedAt: sql`date_trunc('milliseconds', clock_timestamp())`,
        repeatedAt: isRepeat ? sql`${kept} || clock_timestamp()` : kept,
      })
      .returning({ at: hookPostedAt })
    return row?.at ? { ...before, at: row.at } : undefined
  })
}

/** The call did not arrive: the next one may be made at once, and it does not count. */
async function giveBack(db: Db, { at, before, repeatsBefore }: Claim): Promise<void> {
  await db
    .update(siteContent)
    .set({ hookPostedAt: sql`${before}::timestamptz`, repeatedAt: sql`${repeatsBefore}::timestamptz[]` })
    .where(eq(siteContent.hookPostedAt, at))
}

/** The editor sees why the wish still waits. */
async function tellWaiting(db: Db, reason: string): Promise<void> {
  await db.update(siteBuilds).set({ error: reason }).where(eq(siteBuilds.state, 'queued'))
}
