import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { logisticsAnswers, logisticsRequests } from '#db/schema/logistics.ts'
import { type Answers, lostWith, missingIn, sectionsOf } from '#src/contract/logistics.ts'
import type { PersonChange } from '#src/contract/logistics-board.ts'
import type { LogisticsRole } from '#src/contract/logistics-sections.ts'
import { recordAudit } from '../audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { requireVersion } from '../library/versioned.ts'
import { subjectOf, touchPerson } from './answers.ts'
import { requirePerson } from './links.ts'
import { type PersonRecord, readAllAnswers, toAnswers, toRequested } from './person.ts'

/**
 * Gives somebody another role at the event. What the new role is not asked is deleted at once, with what was asked to be changed in it: on
 * no form could it be read, corrected or removed any longer. A form that was handed in opens again if a required answer of the new role is
 * missing. Throws `not_found`, and `conflict` if the person has answered something since they were seen. (decision 0058)
 */
export async function changeRole(
  db: Db,
  { role, version, ...at }: { eventId: string; personId: string } & PersonChange,
  { actor, now }: Omit<CommandContext, 'site'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { person } = await requirePerson(tx, at)
    if (person.role === role) return
    requireVersion(person, version)
    const lost = await removeUnasked(tx, person, role)
    const { answers } = await readAllAnswers(tx, person.id)
    const isMissing = sectionsOf(role).some((one) => missingIn(one, answers.get(one.key) ?? {}).length > 0)
    const isReopened = person.state === 'submitted' && isMissing
    // A tab that still shows the deleted answers has an older version of each of them.
    const change = { role, version: version + 1, ...(isReopened && ({ state: 'started', submittedAt: null } as const)) }
    await touchPerson(tx, person, change, now)
    const isLost = lost.answers + lost.requests > 0
    const entry = { before: { role: person.role, ...(isLost && lost) }, after: { role } }
    await recordAudit(tx, actor, { action: 'logistics.role', ...subjectOf(person), ...entry })
  })
}

type Lost = { sections: string[]; answers: number; requests: number }

/** Deletes what a role is not asked, field by field, and counts it. */
async function removeUnasked(tx: Db, { id, role: before }: PersonRecord, role: LogisticsRole): Promise<Lost> {
  const lost: Lost = { sections: [], answers: 0, requests: 0 }
  for (const { section, fields } of lostWith(before, role)) {
    const names = fields.map(({ key }) => key)
    const answers = await removeAnswers(tx, { id, section: section.key, names })
    const requests = await removeRequests(tx, { id, section: section.key, names })
    if (answers + requests > 0) lost.sections.push(section.key)
    lost.answers += answers
    lost.requests += requests
  }
  return lost
}

type Unasked = { id: string; section: string; names: readonly string[] }

async function removeAnswers(tx: Db, { id, section, names }: Unasked): Promise<number> {
  const isThis = and(eq(logisticsAnswers.personId, id), eq(logisticsAnswers.sectionKey, section))
  const [row] = await tx.select({ value: logisticsAnswers.value }).from(logisticsAnswers).where(isThis)
  const stored = toAnswers(row?.value)
  const value: Answers = without(stored, names)
  if (Object.keys(value).length === Object.keys(stored).length) return 0
  if (Object.keys(value).length === 0) await tx.delete(logisticsAnswers).where(isThis)
  else await tx.update(logisticsAnswers).set({ value }).where(isThis)
  return names.filter((name) => (stored[name]?.value ?? null) !== null).length
}

/** Requests about other fields too are only shortened. */
async function removeRequests(tx: Db, { id, section, names }: Unasked): Promise<number> {
  const isOne = and(eq(logisticsRequests.personId, id), eq(logisticsRequests.sectionKey, section))
  let removed = 0
  for (const request of await tx.select().from(logisticsRequests).where(isOne)) {
    const asked = toRequested(request.value)
    const value = without(asked, names)
    if (Object.keys(value).length === Object.keys(asked).length) continue
    const isThis = eq(logisticsRequests.id, request.id)
    if (Object.keys(value).length > 0) await tx.update(logisticsRequests).set({ value }).where(isThis)
    else removed += (await tx.delete(logisticsRequests).where(isThis).returning({ id: logisticsRequests.id })).length
  }
  return removed
}

function without<Value>(fields: Readonly<Record<string, Value>>, names: readonly string[]): Record<string, Value> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
}
