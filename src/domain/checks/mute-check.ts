import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { checkStates } from '#db/schema/operations.ts'

import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { BAD_MUTE_END, LONGEST_MUTE, type MuteInput } from '#src/contract/mute.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'

type MuteContext = { actor: Actor; now: Instant }

/**
 * Silences a check until a date: what it finds is recorded and not announced. A failure that lasts is announced by the first
 * round after it. Throws `not_found` for a check that has not run yet, `invalid` for an end that is past or too far away.
 */
export async function muteCheck(
  db: Db,
  key: string,
  { until, reason }: MuteInput,
  { actor, now }: MuteContext,
): Promise<void> {
  if (until <= now || until > now + LONGEST_MUTE) throw new Failure('invalid', BAD_MUTE_END, { field: 'until' })
  const mute = { mutedUntil: new Date(until), mutedBy: actor.id, muteReason: reason }
  await change(db, key, { action: 'check.mute', mute, actor })
}

/** Lets a muted check be heard again. Throws `not_found` for a check that has not run yet. */
export async function unmuteCheck(db: Db, key: string, actor: Actor): Promise<void> {
  await change(db, key, { action: 'check.unmute', mute: { mutedUntil: null, mutedBy: null, muteReason: null }, actor })
}

type Mute = Pick<typeof checkStates.$inferSelect, 'mutedUntil' | 'mutedBy' | 'muteReason'>
type Change = { action: 'check.mute' | 'check.unmute'; mute: Mute; actor: Actor }

async function change(db: Db, key: string, { action, mute, actor }: Change): Promise<void> {
  await db.transaction(async (tx) => {
    const [before] = await tx.select().from(checkStates).where(eq(checkStates.key, key)).for('update')
    if (!before) throw new Failure('not_found', NOT_FOUND.check)
    const isSame = before.mutedUntil?.getTime() === mute.mutedUntil?.getTime() && before.muteReason === mute.muteReason
    if (isSame) return
    await tx
      .update(checkStates)
      .set({ ...mute, version: sql`${checkStates.version} + 1` })
      .where(eq(checkStates.key, key))
    const { mutedUntil, mutedBy, muteReason } = before
    const audited = { action, subjectType: 'check', subjectId: key }
    await recordAudit(tx, actor, { ...audited, before: { mutedUntil, mutedBy, muteReason }, after: mute })
  })
}
