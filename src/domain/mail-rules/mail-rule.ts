import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { mailRules, mailRuleVersions } from '#db/schema/workflows.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { type MailRuleDefinition, mailRuleDefinition } from '#src/contract/mail-rule.ts'
import { findBodyFault } from './mail-body.ts'

export type MailRuleRow = typeof mailRules.$inferSelect

/** A rule with the definition that holds. */
export type CurrentRule = { row: MailRuleRow; definition: MailRuleDefinition }

/** Joins each rule with its current version. */
export const isCurrentVersion = and(
  eq(mailRuleVersions.ruleId, mailRules.id),
  eq(mailRuleVersions.number, mailRules.currentVersion),
)

/** One rule, locked until the transaction ends, so that its changes come one after the other. Throws `not_found`. */
export async function lockRule(tx: Db, id: string, strength: 'no key update' | 'key share'): Promise<CurrentRule> {
  const [row] = await tx
    .select()
    .from(mailRules)
    .where(and(eq(mailRules.id, id), isNull(mailRules.deletedAt)))
    .for(strength)
  if (!row) throw new Failure('not_found', NOT_FOUND.workflow)
  return { row, definition: await readDefinition(tx, id, row.currentVersion) }
}

/** The same without a lock, for a read. Throws `not_found`. */
export async function readRule(db: Db, id: string): Promise<CurrentRule> {
  const [row] = await db
    .select()
    .from(mailRules)
    .where(and(eq(mailRules.id, id), isNull(mailRules.deletedAt)))
  if (!row) throw new Failure('not_found', NOT_FOUND.workflow)
  return { row, definition: await readDefinition(db, id, row.currentVersion) }
}

/** What a version of a rule says. Throws `not_found`. */
export async function readDefinition(db: Db, ruleId: string, number: number): Promise<MailRuleDefinition> {
  const [version] = await db
    .select({ definition: mailRuleVersions.definition })
    .from(mailRuleVersions)
    .where(and(eq(mailRuleVersions.ruleId, ruleId), eq(mailRuleVersions.number, number)))
  if (!version) throw new Failure('not_found', NOT_FOUND.version)
  return mailRuleDefinition.parse(version.definition)
}

/** Throws `invalid` for a text that cannot be sent; `field` is where the caller sent it. */
export function requireBody(body: string, field: string): void {
  const fault = findBodyFault(body)
  if (fault !== undefined) throw new Failure('invalid', fault, { field })
}
