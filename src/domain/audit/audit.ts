import type { Db } from '#db/client.ts'
import { auditPending } from '#db/schema/site.ts'

/**
 * Several writes of one transaction that go live in one step: they share one revision, which the first that needs one makes, and their
 * entries are stored together.
 */
export type ChangeRun = {
  setId: string
  reason: string
  revision: number | null
  /** Whether one of them has locked the row of all content. */
  holdsContent: boolean
  /** What they have recorded, for `recordRun`. */
  entries: Entry[]
}

/**
 * The actor: a person’s id, `cli`, `schedule` or `system`; with the caller's address and request when there is one, and the
 * change set that is being published.
 */
export type Actor = { id: string; address?: string; requestId?: string; run?: ChangeRun }

type Entry = {
  /** What was done, in the words of the command: `event.publish`. */
  action: string
  subjectType: string
  subjectId: string
  /** The row before; absent for something new. */
  before?: object
  /** The row after; absent for something deleted. */
  after?: object
}

/**
 * Records one change, in the transaction that makes it, so that there is never one without the other. It appears in
 * `audit_log`, chained to the entry before it, once the transaction is committed. Secrets are masked. An entry of a change set names the set.
 * The entries of a change set are stored by `recordRun`. (architecture 7, decision 0017)
 */
export async function recordAudit(tx: Db, actor: Actor, entry: Entry): Promise<void> {
  const { run } = actor
  if (run) run.entries.push({ ...entry, after: { ...entry.after, changeSet: run.setId } })
  else await tx.insert(auditPending).values(toPending(actor, entry))
}

/** Stores what the writes of a change set have recorded, in their order. */
export async function recordRun(tx: Db, actor: Actor, { entries }: ChangeRun): Promise<void> {
  const pending = entries.splice(0).map((entry) => toPending(actor, entry))
  if (pending.length > 0) await tx.insert(auditPending).values(pending)
}

function toPending({ id, address, requestId }: Actor, { before, after, ...entry }: Entry) {
  return {
    ...entry,
    actor: id,
    address,
    requestId,
    ...(before && { before: redact(before) }),
    ...(after && { after: redact(after) }),
  }
}

const MASK = '[masked]'

/** Names whose values are secrets, in small letters without dashes. `credentials` is not one: a trainer's titles. */
const SECRET_NAME =
  /(?:password|passwordhash|passphrase|secret|tokens?|tokenhash|codehash|credential|credentialid|(?:private|public)(?:key|jwk)|authorization|cookie)$|^(?:otp|hash|codes?|pin)$|(?:recovery|backup|onetime|signin)codes?$/

/**
 * The value as the audit log may keep it: values under the name of a secret are masked, however deep. An empty secret
 * stays visibly empty. Text loses what PostgreSQL cannot store. (security AZ9)
 */
export function redact(value: unknown): unknown {
  return redactJson(JSON.parse(JSON.stringify(value) ?? 'null'))
}

function redactJson(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '')
  if (Array.isArray(value)) return value.map(redactJson)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, held]) => [
    redactJson(name),
    isSecret(name) && held !== null ? MASK : redactJson(held),
  ])
  return Object.fromEntries(entries)
}

function isSecret(name: string): boolean {
  return SECRET_NAME.test(name.replace(/[-_\s]/g, '').toLowerCase())
}
