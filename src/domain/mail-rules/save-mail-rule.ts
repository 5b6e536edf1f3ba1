import { isDeepStrictEqual } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { mailRules, mailRuleVersions } from '#db/schema/workflows.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { MailRuleDefinition, RuleState } from '#src/contract/mail-rule.ts'
import { STALE } from '#src/contract/versioned.ts'
import type { MailRuleChange, NewMailRule } from '#src/contract/workflows.ts'
import { recordAudit } from '../audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { requireVersion } from '../library/versioned.ts'
import { type CurrentRule, lockRule, type MailRuleRow, readDefinition, requireBody } from './mail-rule.ts'

type Context = Pick<CommandContext, 'actor' | 'now'>

/**
 * Stores a new rule as a draft. A repeated call changes nothing. Throws `invalid` for a text that cannot be sent, and `conflict`
 * for an id that is stored with something else.
 */
export async function createMailRule(db: Db, { id, title, definition }: NewMailRule, context: Context): Promise<void> {
  requireBody(definition.body, 'definition.body')
  await db.transaction(async (tx) => {
    const [row] = await tx.insert(mailRules).values({ id, title }).onConflictDoNothing().returning()
    if (!row) return requireSameRule(await lockRule(tx, id, 'key share'), { title, definition })
    await addVersion(tx, { ruleId: id, number: 1, definition, madeBy: context.actor.id })
    await recordAudit(tx, context.actor, { ...subject('create', id), after: { ...row, definition } })
  })
}

function requireSameRule({ row, definition }: CurrentRule, given: Omit<NewMailRule, 'id'>): void {
  if (row.title !== given.title || !isDeepStrictEqual(definition, given.definition))
    throw new Failure('conflict', STALE)
}

type NewVersion = { ruleId: string; number: number; definition: MailRuleDefinition; madeBy: string }

async function addVersion(tx: Db, version: NewVersion): Promise<void> {
  await tx.insert(mailRuleVersions).values(version)
}

/**
 * Saves a rule. A changed definition becomes a new version; mails that were sent keep theirs. Throws `not_found`, `invalid`, and
 * `conflict` for a form that was filled from another version.
 */
export function updateMailRule(db: Db, id: string, change: MailRuleChange, context: Context): Promise<void> {
  const { title, definition, version } = change
  requireBody(definition.body, 'definition.body')
  return changeRule(db, { id, version, action: 'update' }, context, () => ({ title, definition }))
}

type Revert = { version: number; number: number }

/** Makes an earlier version the current one again, as a new version. Throws as `updateMailRule`. */
export function revertMailRule(db: Db, id: string, { version, number }: Revert, context: Context): Promise<void> {
  return changeRule(db, { id, version, action: 'revert' }, context, async ({ row }, tx) => ({
    title: row.title,
    definition: await readDefinition(tx, id, number),
  }))
}

/**
 * Turns a rule on, pauses it, or makes it a draft again. What was due before it was turned on is not made up for; what was due
 * during a pause is sent unless it is too late. Throws `not_found`, and `conflict` for another version.
 */
export function setMailRuleState(
  db: Db,
  id: string,
  { version, state }: { version: number; state: RuleState },
  context: Context,
): Promise<void> {
  return changeRule(db, { id, version, action: 'state' }, context, ({ row }) => ({
    state,
    onSince: state === 'draft' ? null : (row.onSince ?? new Date(context.now)),
  }))
}

/** Deletes a rule. Its row and its versions stay, because mails that were sent refer to them. Throws as `setMailRuleState`. */
export function deleteMailRule(db: Db, id: string, version: number, context: Context): Promise<void> {
  return changeRule(db, { id, version, action: 'delete' }, context, () => ({ deletedAt: new Date(context.now) }))
}

type Set = Partial<Pick<MailRuleRow, 'title' | 'state' | 'onSince' | 'deletedAt'>> & { definition?: MailRuleDefinition }
type Find = (rule: CurrentRule, tx: Db) => Set | Promise<Set>
type Change = { id: string; version: number; action: string }

/** One change of a rule, with its version, its row and its entry in the audit log. One that changes nothing does nothing. */
async function changeRule(db: Db, { id, version, action }: Change, { actor }: Context, find: Find): Promise<void> {
  await db.transaction(async (tx) => {
    const rule = await lockRule(tx, id, 'no key update')
    const { definition = rule.definition, ...fields } = await find(rule, tx)
    const isSame = isDeepStrictEqual({ ...rule.row, ...fields }, rule.row)
    const isSameText = isDeepStrictEqual(definition, rule.definition)
    requireVersion(rule.row, version)
    if (isSame && isSameText) return
    const number = rule.row.currentVersion + (isSameText ? 0 : 1)
    if (!isSameText) await addVersion(tx, { ruleId: id, number, definition, madeBy: actor.id })
    const set = { ...fields, currentVersion: number, version: sql`${mailRules.version} + 1` }
    const [after] = await tx.update(mailRules).set(set).where(eq(mailRules.id, id)).returning()
    if (!after) throw new Failure('not_found', NOT_FOUND.workflow)
    const before = { ...rule.row, definition: rule.definition }
    await recordAudit(tx, actor, { ...subject(action, id), before, after: { ...after, definition } })
  })
}

const subject = (action: string, id: string) => ({
  action: `mail-rule.${action}`,
  subjectType: 'mail-rule',
  subjectId: id,
})
