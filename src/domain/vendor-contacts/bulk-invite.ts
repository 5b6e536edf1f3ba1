import { and, inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { vendorContacts } from '#db/schema/partners.ts'
import { emailKey, normalizeEmail } from '#src/contract/email.ts'
import {
  type BulkInviteInput,
  type InviteLine,
  type InviteOutcome,
  type InvitePreviewLine,
  LONGEST_CONTACT_NAME,
  type VendorInviteInput,
} from '#src/contract/vendor-invite.ts'
import type { CommandContext } from '../command-context.ts'
import { nameKey } from '../library/entries.ts'
import { addContact, sendInvite } from './invite.ts'

/** What will happen to each line of a file, in its order. Changes nothing. */
export async function previewInvites(db: Db, lines: readonly InviteLine[]): Promise<InvitePreviewLine[]> {
  const vendors = await findVendors(
    db,
    lines.map(({ vendor }) => vendor),
  )
  const found = lines.map((line) => ({ ...line, matches: vendors.get(keyOf(line.vendor)) ?? [] }))
  const states = await readStates(
    db,
    found.flatMap(({ matches, email }) => (matches.length === 1 ? [[matches[0] ?? '', emailKey(email)] as const] : [])),
  )
  const seen = new Set<string>()
  return found.map(({ matches, ...line }) => {
    const vendorId = matches.length === 1 ? (matches[0] ?? null) : null
    const key = contactKey(vendorId ?? '', normalizeEmail(line.email) ?? '')
    const fault = findFault(line, matches.length)
    const outcome = fault ?? (seen.has(key) ? 'double' : (states.get(key) ?? 'new'))
    if (fault === undefined) seen.add(key)
    return { ...line, email: normalizeEmail(line.email) ?? line.email, vendorId, outcome }
  })
}

function findFault({ name, email }: InviteLine, matches: number): InviteOutcome | undefined {
  if (matches !== 1) return matches === 0 ? 'vendor-missing' : 'vendor-unclear'
  if (name.trim() === '' || [...name].length > LONGEST_CONTACT_NAME) return 'bad-name'
  return normalizeEmail(email) === undefined ? 'bad-email' : undefined
}

/** A vendor's name without its spaces and case, as `nameKey` has it. */
const keyOf = (name: string) => name.replace(/\s+/g, '').toLowerCase()
const contactKey = (vendorId: string, email: string) => `${vendorId} ${emailKey(email)}`

/** The vendors with these names. */
async function findVendors(db: Db, names: readonly string[]): Promise<Map<string, string[]>> {
  const { id, vendorName } = vendorLibrary
  const keys = [...new Set(names.map(keyOf))]
  const rows = await db
    .select({ id, vendorName })
    .from(vendorLibrary)
    .where(sql`${nameKey(vendorName)} = any(${sql.param(keys)}::text[])`)
  const found = new Map<string, string[]>()
  for (const row of rows) found.set(keyOf(row.vendorName), [...(found.get(keyOf(row.vendorName)) ?? []), row.id])
  return found
}

type Key = readonly [vendorId: string, emailKey: string]

/** The states of those who are contacts already. */
async function readStates(db: Db, keys: readonly Key[]): Promise<Map<string, 'invited' | 'active' | 'revoked'>> {
  if (keys.length === 0) return new Map()
  const { vendorId, emailKey: key, state } = vendorContacts
  const vendorIds = [...new Set(keys.map(([id]) => id))]
  const addresses = [...new Set(keys.map(([, address]) => address))]
  const rows = await db
    .select({ vendorId, key, state })
    .from(vendorContacts)
    .where(and(inArray(vendorId, vendorIds), inArray(key, addresses)))
  return new Map(rows.map((row) => [contactKey(row.vendorId, row.key), row.state]))
}

/**
 * Invites exactly these people. Somebody who was invited since the preview, or by the same call sent twice, is left as they are; the
 * outcomes say so, in the order given. (security VP3)
 */
export async function bulkInvite(
  db: Db,
  { entries }: BulkInviteInput,
  context: CommandContext,
): Promise<InviteOutcome[]> {
  const keys = entries.map(({ vendorId, email }) => contactKey(vendorId, email))
  return db.transaction(async (tx) => {
    const vendors = await keepVendors(tx, entries)
    // Everybody locks in the same order, so that two such calls never wait for each other in a ring.
    const inOrder = [...new Map(entries.map((entry, at) => [keys[at] ?? '', entry])).entries()].toSorted(([a], [b]) =>
      a < b ? -1 : 1,
    )
    const invited = new Set<string>()
    for (const [key, entry] of inOrder) {
      const vendorName = vendors.get(entry.vendorId)
      const contact = vendorName === undefined ? undefined : await addContact(tx, entry, context)
      if (!contact || vendorName === undefined) continue
      await sendInvite(tx, { contact, vendorName }, context)
      invited.add(key)
    }
    const states = await readStates(
      tx,
      entries.map(({ vendorId, email }) => [vendorId, emailKey(email)] as const),
    )
    return entries.map(({ vendorId }, at) => {
      const key = keys[at] ?? ''
      if (!vendors.has(vendorId)) return 'vendor-missing'
      if (!invited.has(key)) return states.get(key) ?? 'invited'
      return keys.indexOf(key) === at ? 'new' : 'double'
    })
  })
}

/** The names of these vendors, which nobody deletes before the transaction ends. */
async function keepVendors(tx: Db, entries: readonly VendorInviteInput[]): Promise<Map<string, string>> {
  const { id, vendorName } = vendorLibrary
  const ids = [...new Set(entries.map(({ vendorId }) => vendorId))]
  const rows = await tx
    .select({ id, vendorName })
    .from(vendorLibrary)
    .where(inArray(id, ids))
    .orderBy(id)
    .for('key share')
  return new Map(rows.map((row) => [row.id, row.vendorName]))
}
