import { eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { siteCopy } from '#db/schema/content.ts'
import { Failure, INVALID_VALUE, NOT_FOUND } from '#src/contract/failure.ts'
import {
  COPY_KEYS,
  type CopyEntry,
  type CopyKey,
  isCopyKey,
  SITE_COPY,
  type SiteCopy,
} from '#src/contract/site-copy.ts'
import { type CopyChange, copyText } from '#src/contract/site-copy-input.ts'
import { type Changed, STALE } from '#src/contract/versioned.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { lockContentRow } from '../events/take-slug.ts'
import { NO_OVERLAY, type Overlay, overlaidIds, overlayKey } from '../site/overlay.ts'
import { touchContent } from '../site/touch-content.ts'

type Row = typeof siteCopy.$inferSelect

/** Every standing text, edited or not. */
export async function listCopy(db: Db): Promise<CopyEntry[]> {
  const rows = await db.select().from(siteCopy)
  return COPY_KEYS.map((key) =>
    toEntry(
      key,
      rows.find((row) => row.key === key),
    ),
  )
}

/**
 * The texts that an editor changed; with an overlay, as a change set leaves them. One whose key the code no longer knows is left out.
 */
export async function readSiteCopy(db: Db, overlay: Overlay = NO_OVERLAY): Promise<SiteCopy> {
  const { key, text } = siteCopy
  const rows = await db.select({ key, text }).from(siteCopy).where(isNotNull(text))
  const texts = new Map<string, unknown>(rows.map((row) => [row.key, row.text]))
  for (const one of overlaidIds(overlay, 'site_copy')) texts.set(one, overlay.get(overlayKey('site_copy', one))?.text)
  const edited = [...texts].flatMap(([one, said]): [CopyKey, string][] =>
    isCopyKey(one) && typeof said === 'string' ? [[one, said]] : [],
  )
  return Object.fromEntries(edited)
}

function toEntry(key: CopyKey, row: Row | undefined): CopyEntry {
  return { key, text: row?.text ?? null, version: row?.version ?? 0, updatedAt: row?.updatedAt.getTime() ?? null }
}

/**
 * Saves one text; null, and the words of the default, show the default again. Throws `not_found` for an unknown key, `invalid` for
 * a text that does not fit, and `conflict` if somebody else saved in the meantime.
 */
export async function saveCopy(db: Db, key: string, change: CopyChange, actor: Actor): Promise<Changed<CopyEntry>> {
  if (!isCopyKey(key)) throw new Failure('not_found', NOT_FOUND.copy)
  const text = requireFit(key, change.text)
  return db.transaction(async (tx) => {
    await lockContentRow(tx)
    const [before] = await tx.select().from(siteCopy).where(eq(siteCopy.key, key))
    if ((before?.version ?? 0) !== change.version) throw new Failure('conflict', STALE)
    if ((before?.text ?? null) === text) return { item: toEntry(key, before), revision: null }
    const revision = await touchContent(tx, `changed the text ${SITE_COPY[key].label}`, actor)
    const version = change.version + 1
    const [after] = await tx
      .insert(siteCopy)
      .values({ key, text, version })
      .onConflictDoUpdate({ target: siteCopy.key, set: { text, version, updatedAt: sql`now()` } })
      .returning()
    const action = text === null ? 'site_copy.reset' : 'site_copy.update'
    await recordAudit(tx, actor, {
      ...{ action, subjectType: 'site_copy', subjectId: key },
      before: { text: before?.text ?? SITE_COPY[key].text },
      after: { text: text ?? SITE_COPY[key].text },
    })
    return { item: toEntry(key, after), revision }
  })
}

function requireFit(key: CopyKey, text: string | null): string | null {
  if (text === null || text === SITE_COPY[key].text) return null
  const fit = copyText(key).safeParse(text)
  if (fit.success) return fit.data
  throw new Failure('invalid', fit.error.issues[0]?.message ?? INVALID_VALUE, { field: 'text' })
}
