import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { siteBuilds, siteContent } from '#db/schema/site.ts'
import type { BuildHook, HookAnswer } from '#src/platform/rebuild.ts'

/** What came of asking. `debounced` means somebody asked a moment ago; the reconciler sees to what that build misses. */
export type Asked = { outcome: 'asked' } | { outcome: 'debounced' } | { outcome: 'failed'; reason: string }

/**
 * Asks the host for a build, after the change is committed. Never throws and never fails a save: what goes wrong is
 * recorded and left to the reconciler. (security BR3)
 *
 * All processes together ask at most once per `debounce` milliseconds, through one atomic UPDATE. (security BR8, P-17)
 */
export async function askForBuild(
  db: Db,
  { hook, debounce, attempts = 1 }: { hook: BuildHook; debounce: number; attempts?: number },
): Promise<Asked> {
  try {
    const claim = await claimAsk(db, debounce)
    if (claim === undefined) return { outcome: 'debounced' }
    const answer = await askUntilHeard(hook, attempts)
    if (answer.ok) return { outcome: 'asked' }
    await giveBack(db, claim, answer.reason)
    return { outcome: 'failed', reason: answer.reason }
  } catch {
    return { outcome: 'failed', reason: 'The database did not answer.' }
  }
}

async function askUntilHeard(hook: BuildHook, attempts: number): Promise<HookAnswer> {
  let answer = await hook.ask()
  for (let left = attempts - 1; left > 0 && !answer.ok; left -= 1) answer = await hook.ask()
  return answer
}

/** Takes the right to ask, and remembers when. A time in the future comes from a clock set back, and binds nobody. */
async function claimAsk(db: Db, debounce: number): Promise<Date | undefined> {
  const { hookPostedAt } = siteContent
  const [row] = await db
    .update(siteContent)
    .set({ hookPostedAt: sql`date_trunc('milliseconds', clock_timestamp())` })
    .where(
      sql`${hookPostedAt} is null or ${hookPostedAt} > clock_timestamp()
        or ${hookPostedAt} <= clock_timestamp() - ${debounce} * interval '1 millisecond'`,
    )
    .returning({ hookPostedAt })
  return row?.hookPostedAt ?? undefined
}

/** Nobody heard: the next one may ask at once, and the editor sees why the wish still waits. */
async function giveBack(db: Db, claim: Date, reason: string): Promise<void> {
  await db.update(siteContent).set({ hookPostedAt: null }).where(eq(siteContent.hookPostedAt, claim))
  await db.update(siteBuilds).set({ error: reason }).where(eq(siteBuilds.state, 'queued'))
}
