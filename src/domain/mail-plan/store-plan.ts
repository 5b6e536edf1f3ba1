import { randomUUID } from 'node:crypto'
import { and, eq, notInArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.ts'
import { mailRuleVerdicts } from '#db/schema/workflows.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { EventFacts, MailRuleOverrides } from '#src/contract/mail-rule.ts'
import type { PlanInput, StoredMail, Verdict, WantedMail } from './occasions.ts'

/** What is known of a mail once it is handed to the outbox: its message there, what it tells, and what the event has differently. */
type HandedOver = { outboxId: string; knownFacts: EventFacts | null; overrides: MailRuleOverrides }

/** A mail as it is stored next. */
export type NextMail = WantedMail & { id: string } & Partial<HandedOver>

/** The fields by which a stored mail can differ from the one that is wanted. The others are what it is found by. */
const COMPARED = [
  ...(['versionId', 'subjectId', 'recipient', 'name', 'occurrence', 'zone'] as const),
  ...(['anchorAt', 'dueAt', 'lateAt', 'state', 'reason'] as const),
]

/** Those of a plan that are new or differ from what is stored. */
export function differing(wanted: readonly WantedMail[], stored: PlanInput['stored']): NextMail[] {
  const known = new Map(stored.map((mail) => [mail.id, mail]))
  return wanted.flatMap((mail) => {
    const before = mail.id === null ? undefined : known.get(mail.id)
    if (before && isSame(before, mail)) return []
    return [{ ...mail, id: mail.id ?? randomUUID() }]
  })
}

const isSame = (before: StoredMail, mail: WantedMail) => COMPARED.every((field) => before[field] === mail[field])

/**
 * Adds and changes mails in one statement. What was sent is never changed. Resolves with how many rows were written. What the mails
 * of a rule or of a person have in common is sent once: to read each mail as JSON takes the database longer than to store it.
 */
export async function storeMails(
  tx: Db,
  eventId: string | null,
  mails: readonly NextMail[],
  now: Instant,
): Promise<number> {
  if (mails.length === 0) return 0
  const [times, people] = [numbered(), numbered()]
  const rows = mails.map((mail) => {
    const { id, outboxId = null, subjectId, itemId, recipient, recipientKey, name, ...rest } = mail
    const {
      ruleId,
      versionId,
      occurrence,
      zone,
      anchorAt,
      dueAt,
      lateAt,
      state,
      reason,
      knownFacts,
      overrides = {},
    } = rest
    const sent = { knownFacts, overrides, sentAt: state === 'sent' ? now : null }
    const time = { ruleId, versionId, occurrence, zone, anchorAt, dueAt, lateAt, state, reason, ...sent }
    return [id, outboxId, times.add(time), people.add({ subjectId, itemId, recipient, recipientKey, name })] as const
  })
  const column = <At extends 0 | 1 | 2 | 3>(at: At) => sql.param(rows.map((row) => row[at]))
  const written = await tx.execute(sql`
    insert into planned_mails (id, rule_id, version_id, event_id, subject_id, item_id, recipient, recipient_key, name,
      occurrence, zone, anchor_at, due_at, late_at, state, reason, known_facts, overrides, outbox_id, sent_at)
    select id, "ruleId", "versionId", ${eventId}::uuid, "subjectId", "itemId", recipient, "recipientKey", name,
      occurrence, zone, to_timestamp("anchorAt" / 1000), to_timestamp("dueAt" / 1000), to_timestamp("lateAt" / 1000),
      state, reason, "knownFacts", overrides, "outboxId", to_timestamp("sentAt" / 1000)
    from unnest(${column(0)}::uuid[], ${column(1)}::uuid[], ${column(2)}::int[], ${column(3)}::int[])
      as wanted (id, "outboxId", time, person)
    join rows from (jsonb_to_recordset(${times.json()}::jsonb) as ("ruleId" uuid, "versionId" uuid, occurrence date,
        zone text, "anchorAt" float8, "dueAt" float8, "lateAt" float8, state text, reason text, "knownFacts" jsonb,
        overrides jsonb, "sentAt" float8))
      with ordinality as times ("ruleId", "versionId", occurrence, zone, "anchorAt", "dueAt", "lateAt", state, reason,
        "knownFacts", overrides, "sentAt", number) on times.number = wanted.time
    join rows from (jsonb_to_recordset(${people.json()}::jsonb) as ("subjectId" text, "itemId" text, recipient text,
        "recipientKey" text, name text))
      with ordinality as people ("subjectId", "itemId", recipient, "recipientKey", name, number)
      on people.number = wanted.person
    on conflict (id) do update set version_id = excluded.version_id, subject_id = excluded.subject_id,
      recipient = excluded.recipient, name = excluded.name, occurrence = excluded.occurrence, zone = excluded.zone,
      anchor_at = excluded.anchor_at, due_at = excluded.due_at, late_at = excluded.late_at, state = excluded.state,
      reason = excluded.reason, known_facts = excluded.known_facts, overrides = excluded.overrides,
      outbox_id = excluded.outbox_id, sent_at = excluded.sent_at, updated_at = now()
    where planned_mails.state <> 'sent'`)
  return countWritten(written)
}

/** Different values as JSON, each with its number from 1 on. */
function numbered() {
  const numbers = new Map<string, number>()
  const add = (part: object): number => {
    const key = JSON.stringify(part)
    const number = numbers.get(key) ?? numbers.size + 1
    numbers.set(key, number)
    return number
  }
  return { add, json: () => `[${[...numbers.keys()].join()}]` }
}

/** The verdicts that differ from the stored ones, and none of rules that no longer have one. Resolves with how many were written. */
export async function storeVerdicts(
  tx: Db,
  eventId: string,
  verdicts: readonly Verdict[],
  now: Instant,
): Promise<number> {
  const { ruleId } = mailRuleVerdicts
  const ids = verdicts.map((verdict) => verdict.ruleId)
  await tx
    .delete(mailRuleVerdicts)
    .where(and(eq(mailRuleVerdicts.eventId, eventId), ids.length > 0 ? notInArray(ruleId, ids) : undefined))
  if (verdicts.length === 0) return 0
  const rows = verdicts.map((verdict) => ({
    ...verdict,
    dueAt: verdict.dueAt === null ? null : new Date(verdict.dueAt).toISOString(),
  }))
  const written = await tx.execute(sql`
    insert into mail_rule_verdicts as stored (event_id, rule_id, is_wanted, reason, due_at, people, decided_at)
    select ${eventId}::uuid, "ruleId", "isWanted", reason, "dueAt", people, ${new Date(now).toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as wanted ("ruleId" uuid, "isWanted" boolean, reason text,
      "dueAt" timestamptz, people integer)
    on conflict (event_id, rule_id) do update set is_wanted = excluded.is_wanted, reason = excluded.reason,
      due_at = excluded.due_at, people = excluded.people, decided_at = excluded.decided_at
    where (stored.is_wanted, stored.reason, stored.due_at, stored.people)
      is distinct from (excluded.is_wanted, excluded.reason, excluded.due_at, excluded.people)`)
  return countWritten(written)
}

const answer = z.object({ rowCount: z.number() })
const countWritten = (written: unknown) => answer.parse(written).rowCount
