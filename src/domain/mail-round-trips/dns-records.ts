import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.ts'
import { dnsSnapshots } from '#db/schema/deliveries.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { DnsChange, DnsRecords } from '#src/contract/mail-round-trip.ts'
import { recordAudit } from '../audit/audit.ts'
import type { CommandContext } from '../command-context.ts'

const recordsByName = z.record(z.string(), z.array(z.string()))
type Records = z.output<typeof recordsByName>

/** The first records of a domain are accepted by themselves. */
const SYSTEM = 'system'

type Noting = { domain: string; records: Records; now: Instant }

/**
 * Keeps what the DNS says if it differs from what it said last, and returns how it differs from what was last accepted. Names that
 * were not asked about before, such as the key of a new selector, are no change.
 */
export async function noteRecords(
  db: Db,
  { domain, records, now }: Noting,
): Promise<{ changes: DnsChange[]; isFirst: boolean }> {
  const { latest, accepted } = await readSnapshots(db, domain)
  const changes = accepted ? getChanges(accepted.records, records) : []
  const hasNewNames = accepted !== undefined && Object.keys(records).some((name) => !(name in accepted.records))
  const isSame = inOrder(records).every(([name, values]) => isEqual(latest?.records[name], values))
  if (!isSame) {
    const isAccepted = accepted === undefined || (changes.length === 0 && hasNewNames)
    const merged = isAccepted && accepted ? { ...accepted.records, ...records } : records
    await db
      .insert(dnsSnapshots)
      .values({ domain, at: new Date(now), records: merged, ...(isAccepted && { acceptedBy: SYSTEM }) })
  }
  return { changes, isFirst: accepted === undefined }
}

function isEqual(a: string[] | undefined, b: string[]): boolean {
  return a !== undefined && a.length === b.length && a.every((value, at) => value === b[at])
}

function inOrder(records: Records): [string, string[]][] {
  return Object.entries(records).sort(([a], [b]) => (a < b ? -1 : 1))
}

type Snapshot = { id: string; at: Date; records: Records }

async function readSnapshots(db: Db, domain: string): Promise<{ latest?: Snapshot; accepted?: Snapshot }> {
  const read = async (isAccepted: boolean) => {
    const own = eq(dnsSnapshots.domain, domain)
    const [row] = await db
      .select()
      .from(dnsSnapshots)
      .where(isAccepted ? and(own, isNotNull(dnsSnapshots.acceptedBy)) : own)
      .orderBy(desc(dnsSnapshots.at), desc(dnsSnapshots.id))
      .limit(1)
    return row && { id: row.id, at: row.at, records: recordsByName.parse(row.records) }
  }
  const [latest, accepted] = [await read(false), await read(true)]
  return { ...(latest && { latest }), ...(accepted && { accepted }) }
}

/** How the records differ by name. A name that one side did not ask about is left out. */
function getChanges(accepted: Records, records: Records): DnsChange[] {
  return inOrder(records).flatMap(([name, after]) => {
    const before = accepted[name]
    return before === undefined || isEqual(before, after) ? [] : [{ name, before, after }]
  })
}

/** `The record SPF example.org changed; DMARC example.org is gone.` */
export function compareDns(changes: readonly DnsChange[]): string {
  const parts = changes.map(({ name, before, after }) => {
    if (after.length === 0) return `${name} is gone`
    return before.length === 0 ? `${name} is new` : `${name} has changed`
  })
  return `In the DNS, ${parts.join('; ')}.`
}

/** The records of the domain that was looked at last, and how they differ from the accepted ones. */
export async function readDnsRecords(db: Db): Promise<DnsRecords> {
  const [newest] = await db
    .select({ domain: dnsSnapshots.domain })
    .from(dnsSnapshots)
    .orderBy(desc(dnsSnapshots.at), desc(dnsSnapshots.id))
    .limit(1)
  if (!newest) return { domain: null, id: null, at: null, records: [], changes: [] }
  const { latest, accepted } = await readSnapshots(db, newest.domain)
  return {
    domain: newest.domain,
    id: latest?.id ?? null,
    at: latest?.at.getTime() ?? null,
    records: inOrder(latest?.records ?? {}).map(([name, values]) => ({ name, values })),
    changes: latest && accepted ? getChanges(accepted.records, latest.records) : [],
  }
}

const CHANGED_AGAIN = 'The records have changed again. Please look at them once more.'

/**
 * Accepts the records that an admin has seen as the ones to compare with. Throws `not_found`, and `conflict` if they have changed
 * again. The audit log has both.
 */
export async function acceptDnsRecords(db: Db, id: string, { actor }: CommandContext): Promise<DnsRecords> {
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(dnsSnapshots).where(eq(dnsSnapshots.id, id)).for('update')
    if (!row) throw new Failure('not_found', NOT_FOUND.dnsRecords)
    const { latest, accepted } = await readSnapshots(tx, row.domain)
    if (latest?.id !== id) throw new Failure('conflict', CHANGED_AGAIN)
    if (row.acceptedBy !== null) return readDnsRecords(tx)
    await tx.update(dnsSnapshots).set({ acceptedBy: actor.id }).where(eq(dnsSnapshots.id, id))
    const subject = { subjectType: 'dns_snapshot', subjectId: id }
    const before = accepted && { records: accepted.records }
    await recordAudit(tx, actor, {
      action: 'mail.accept_dns',
      ...subject,
      ...(before && { before }),
      after: { records: row.records },
    })
    return readDnsRecords(tx)
  })
}
