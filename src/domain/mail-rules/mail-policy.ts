import { isDeepStrictEqual } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { appSettings } from '#db/schema/site.ts'
import { mailPlanMarks } from '#db/schema/workflows.ts'
import { Failure } from '#src/contract/failure.ts'
import { DEFAULT_MAIL_POLICY, type MailPolicy, mailPolicy } from '#src/contract/mail-rule.ts'
import { STALE } from '#src/contract/versioned.ts'
import type { MailPolicyChange, SavedMailPolicy } from '#src/contract/workflows.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'

const KEY = 'mail_policy'
const { settingKey, settingValue, version: settingVersion } = appSettings

/** The quiet hours and the most mails a day that hold, and the version to save them from. */
export async function readMailPolicy(db: Db): Promise<SavedMailPolicy> {
  const [row] = await db
    .select({ value: settingValue, version: settingVersion })
    .from(appSettings)
    .where(eq(settingKey, KEY))
  return { policy: toPolicy(row?.value), version: row?.version ?? null }
}

function toPolicy(stored: unknown): MailPolicy {
  return mailPolicy.safeParse(stored).data ?? DEFAULT_MAIL_POLICY
}

/** Saves both, and has all mails planned again. Throws `conflict` if somebody else saved in the meantime. */
export async function saveMailPolicy(db: Db, change: MailPolicyChange, actor: Actor): Promise<SavedMailPolicy> {
  return db.transaction(async (tx) => {
    const value = change.policy
    const [made] = await tx
      .insert(appSettings)
      .values({ settingKey: KEY, settingValue: value })
      .onConflictDoNothing()
      .returning()
    if (made && change.version === null) return recordSaved(tx, { before: null, after: made, actor })
    const [before] = await tx.select().from(appSettings).where(eq(settingKey, KEY)).for('update')
    if (before && isDeepStrictEqual(before.settingValue, value)) return { policy: value, version: before.version }
    if (made || before?.version !== change.version) throw new Failure('conflict', STALE)
    const [after] = await tx
      .update(appSettings)
      .set({ settingValue: value, version: sql`${settingVersion} + 1` })
      .where(eq(settingKey, KEY))
      .returning()
    if (!after) throw new Failure('conflict', STALE)
    return recordSaved(tx, { before, after, actor })
  })
}

type Row = typeof appSettings.$inferSelect
type Saved = { before: Row | null; after: Row; actor: Actor }

async function recordSaved(tx: Db, { before, after, actor }: Saved): Promise<SavedMailPolicy> {
  await tx.insert(mailPlanMarks).values({ scope: 'everything' })
  await recordAudit(tx, actor, {
    action: 'mail-policy.update',
    subjectType: 'setting',
    subjectId: KEY,
    ...(before && { before: { value: before.settingValue, version: before.version } }),
    after: { value: after.settingValue, version: after.version },
  })
  return { policy: toPolicy(after.settingValue), version: after.version }
}
