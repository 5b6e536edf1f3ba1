import { inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { taskTemplates } from '#db/schema/tasks.ts'
import { mailRules, mailRuleVersions } from '#db/schema/workflows.ts'
import { RETROSPECTIVE_QUESTIONS, STARTER_RULES } from './starter-rules.ts'

/** The task for which the mail of the same name asks: given to an event, it has a due day, is reminded of, and keeps the answers. */
const RETROSPECTIVE_TASK = {
  title: 'Retrospective',
  kind: 'form',
  assigneeType: 'team',
  dueDays: 3,
  help: 'Answer while you remember the details. A few words for each question are enough.',
  options: RETROSPECTIVE_QUESTIONS,
  isRequired: false,
} as const

/**
 * Adds the rules of the starter set that the site never had, as drafts unless they are on from the start, and with the rule about the retrospective the template of its
 * task. What was deleted does not come back. (decision 0054)
 */
export async function addStarterSet(db: Db): Promise<void> {
  const keys = STARTER_RULES.map(({ key }) => key)
  const present = await db.select({ key: mailRules.key }).from(mailRules).where(inArray(mailRules.key, keys))
  if (present.length === keys.length) return
  await db.transaction(async (tx) => {
    const rows = STARTER_RULES.map(({ key, title, isOn = false }) => {
      return { key, title, ...(isOn && { state: 'on' as const, onSince: sql`now()` }) }
    })
    const made = await tx.insert(mailRules).values(rows).onConflictDoNothing({ target: mailRules.key }).returning()
    const versions = made.flatMap(({ id: ruleId, key }) => {
      const definition = STARTER_RULES.find((rule) => rule.key === key)?.definition
      return definition ? [{ ruleId, number: 1, definition, madeBy: 'system' }] : []
    })
    if (versions.length > 0) await tx.insert(mailRuleVersions).values(versions)
    if (made.some(({ key }) => key === 'retrospective')) await tx.insert(taskTemplates).values(RETROSPECTIVE_TASK)
  })
}
