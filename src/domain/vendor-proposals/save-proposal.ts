import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { vendorContacts, vendorProposals } from '#db/schema/partners.ts'
import { media } from '#db/schema/site.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { PROPOSAL_FIELD_NAMES } from '#src/contract/proposal-fields.ts'
import type { VendorFields } from '#src/contract/vendor.ts'
import {
  LOGO_NOT_UPLOADED,
  NOTHING_PROPOSED,
  type ProposalInput,
  type VendorProfile,
} from '#src/contract/vendor-proposal.ts'
import { isSame, STALE } from '#src/contract/versioned.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { requireVersion } from '../library/versioned.ts'
import { contactActor } from '../vendor-contacts/contact.ts'
import {
  fieldsOf,
  lockVendor,
  type ProposalRow,
  pickFields,
  readLatest,
  readOpenProposal,
  toFields,
} from './proposal.ts'

type Visitor = { contactId: string; vendorId: string }
type Context = { actor: Omit<Actor, 'id'>; now: Instant }

/** The entry of a vendor with what it has proposed. Throws `not_found`. */
export async function readProfile(db: Db, vendorId: string): Promise<VendorProfile> {
  const [vendor] = await db.select().from(vendorLibrary).where(eq(vendorLibrary.id, vendorId))
  if (!vendor) throw new Failure('not_found', NOT_FOUND.vendor)
  const [open, decided] = [await readOpenProposal(db, vendorId), await readLatest(db, vendorId, 'decided')]
  const isAnswered = decided !== undefined && (!open || decided.createdAt > open.createdAt)
  return {
    current: pickFields(vendor),
    entryVersion: vendor.version,
    open: open ? await toOpen(db, open, pickFields(vendor)) : null,
    decided: isAnswered ? toDecided(decided, pickFields(vendor)) : null,
  }
}

async function toOpen(db: Db, row: ProposalRow, current: VendorFields): Promise<NonNullable<VendorProfile['open']>> {
  const { contactId, version, updatedAt } = row
  const { id, name } = vendorContacts
  const [by] = contactId === null ? [] : await db.select({ name }).from(vendorContacts).where(eq(id, contactId))
  const proposed = { fields: fieldsOf(row.fields), values: { ...current, ...toFields(row.fields) } }
  return { version, ...proposed, proposedAt: updatedAt.getTime(), proposedBy: by?.name ?? null }
}

function toDecided(
  { fields, decisions, note, decidedAt }: ProposalRow,
  current: VendorFields,
): NonNullable<VendorProfile['decided']> {
  const which = (verdict: 'accepted' | 'returned') =>
    fieldsOf(decisions).filter((field) => decisions[field] === verdict)
  const [returned, proposed] = [which('returned'), toFields(fields)]
  const sent = { ...current, ...Object.fromEntries(returned.map((field) => [field, proposed[field]])) }
  return { accepted: which('accepted'), returned, sent, note, decidedAt: decidedAt?.getTime() ?? 0 }
}

/**
 * Proposes the whole form of a vendor; a second save changes the open proposal. The same form sent twice is stored once. Throws
 * `conflict` for a form that was filled from another version of the entry or of the proposal, and `invalid` for one that changes
 * nothing, or with a logo that nobody uploaded. (security VP6)
 */
export async function saveProposal(
  db: Db,
  { contactId, vendorId }: Visitor,
  { version, entryVersion, ...form }: ProposalInput,
  { actor, now }: Context,
): Promise<VendorProfile> {
  return db.transaction(async (tx) => {
    const vendor = await lockVendor(tx, vendorId)
    const open = await readOpenProposal(tx, vendorId)
    const current = pickFields(vendor)
    const fields = toDifferent(form, current)
    if (open && open.version !== version && isSame(open.fields, fields)) return readProfile(tx, vendorId)
    if ((open?.version ?? null) !== version) throw new Failure('conflict', STALE)
    requireVersion(vendor, entryVersion)
    if (fieldsOf(fields).length === 0) throw new Failure('invalid', NOTHING_PROPOSED)
    if (open && isSame(open.fields, fields)) return readProfile(tx, vendorId)
    await keepLogo(tx, fields)
    const row = { contactId, baseVersion: vendor.version, base: toBase(fields, current, open), fields }
    const at = new Date(now)
    const proposal = { ...row, version: (open?.version ?? 0) + 1, updatedAt: at }
    const id = open?.id ?? randomUUID()
    if (open) await tx.update(vendorProposals).set(proposal).where(eq(vendorProposals.id, id))
    else await tx.insert(vendorProposals).values({ ...proposal, id, vendorId, createdAt: at })
    await recordAudit(tx, contactActor(contactId, actor), {
      ...{ action: 'vendor_proposal.save', subjectType: 'vendor_proposal', subjectId: id },
      ...(open && { before: { vendorId, fields: open.fields } }),
      after: { vendorId, fields },
    })
    return readProfile(tx, vendorId)
  })
}

/** Takes the open proposal back. Throws `conflict` if it was changed, decided or withdrawn since. (security VP6) */
export async function withdrawProposal(
  db: Db,
  { contactId, vendorId }: Visitor,
  version: number,
  { actor, now }: Context,
): Promise<VendorProfile> {
  return db.transaction(async (tx) => {
    await lockVendor(tx, vendorId)
    const open = await readOpenProposal(tx, vendorId)
    if (open?.version !== version) throw new Failure('conflict', STALE)
    await tx
      .update(vendorProposals)
      .set({ state: 'withdrawn', version: version + 1, updatedAt: new Date(now) })
      .where(eq(vendorProposals.id, open.id))
    await recordAudit(tx, contactActor(contactId, actor), {
      ...{ action: 'vendor_proposal.withdraw', subjectType: 'vendor_proposal', subjectId: open.id },
      before: { vendorId, fields: open.fields },
    })
    return readProfile(tx, vendorId)
  })
}

function toDifferent(form: VendorFields, current: VendorFields): Record<string, string | null> {
  const names = PROPOSAL_FIELD_NAMES.filter((field) => form[field] !== current[field])
  return Object.fromEntries(names.map((field) => [field, form[field]]))
}

/**
 * The values that the proposed ones stand against. A field whose proposed value stays keeps the value it was first proposed for, so
 * that an edit of an administrator in between is not hidden by a save of another field. (security VP8)
 */
function toBase(
  fields: Record<string, string | null>,
  current: VendorFields,
  open: ProposalRow | undefined,
): Record<string, string | null> {
  return Object.fromEntries(
    fieldsOf(fields).map((field) => {
      const isKept = open && Object.hasOwn(open.fields, field) && open.fields[field] === fields[field]
      return [field, isKept ? (open.base[field] ?? null) : current[field]]
    }),
  )
}

/** Keeps the picture of a proposed logo for good. Throws `invalid` for an address that is none of our pictures. */
async function keepLogo(tx: Db, { logoUrl }: Record<string, string | null>): Promise<void> {
  if (!logoUrl) return
  const id = /^\/media\/([0-9a-f]{64})$/.exec(logoUrl)?.[1] ?? ''
  const kept = await tx.update(media).set({ unusedSince: null }).where(eq(media.id, id)).returning({ id: media.id })
  if (kept.length === 0) throw new Failure('invalid', LOGO_NOT_UPLOADED, { field: 'logoUrl' })
}
