import { and, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { suppressions } from '#db/schema/deliveries.ts'
import { emailKey } from '#src/contract/email.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { MailKind } from '#src/contract/mail-kind.ts'
import { SUPPRESSION_REASONS, type SuppressionReason } from '#src/contract/suppression.ts'
import { toHash } from '../links/link.ts'
import { maskEmail } from '../outbox/templates/account-letters.ts'

/** Whose mail it is: the SHA-256 of the address in the one spelling we compare by. (security MD2) */
export function hashEmail(email: string): string {
  return toHash(emailKey(email))
}

/** An address as it is kept in this list: without its name. */
export type KeptAddress = { emailHash: string; masked: string }

export function keepAddress(email: string): KeptAddress {
  return { emailHash: hashEmail(email), masked: maskEmail(email) }
}

type NewSuppression = {
  reason: SuppressionReason
  /** For `kind`: which mails. */
  kind?: MailKind
  /** The provider, a person's id, or `link` for the link in a mail. */
  source: string
  note?: string | null
}

/**
 * Stops mail to an address, in the caller's transaction. Resolves with the new row; undefined where mail was stopped for the
 * same reason before.
 */
export async function suppress(tx: Db, address: KeptAddress, given: NewSuppression, now: Instant) {
  const { reason, kind = '', source, note = null } = given
  const [row] = await tx
    .insert(suppressions)
    .values({ ...address, reason, kind, source, note, createdAt: new Date(now) })
    .onConflictDoNothing()
    .returning()
  return row
}

/**
 * Which of these addresses get no mail of this kind, by `emailKey`, with the strongest reason. Without a kind, nobody has
 * unsubscribed from the mail: it is about the security of an account, or about something that they asked for. One query.
 * (security MD1)
 */
export async function findSuppressed(
  db: Db,
  emails: readonly string[],
  kind: MailKind | null,
): Promise<Map<string, SuppressionReason>> {
  const keyOf = new Map(emails.map((email) => [hashEmail(email), emailKey(email)]))
  if (keyOf.size === 0) return new Map()
  const rows = await db
    .select({ emailHash: suppressions.emailHash, reason: suppressions.reason })
    .from(suppressions)
    .where(
      and(
        sql`${suppressions.emailHash} = any(${sql.param([...keyOf.keys()])}::text[])`,
        inArray(suppressions.kind, kind === null ? [''] : ['', kind]),
        isNull(suppressions.releasedAt),
      ),
    )
  const weakestFirst = rows.toSorted((a, b) => strength(b.reason) - strength(a.reason))
  return new Map(weakestFirst.map(({ emailHash, reason }) => [keyOf.get(emailHash) ?? '', reason]))
}

/** 0 for the strongest. */
const strength = (reason: SuppressionReason) => SUPPRESSION_REASONS.indexOf(reason)
