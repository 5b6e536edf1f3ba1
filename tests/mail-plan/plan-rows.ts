import { randomUUID } from 'node:crypto'
import type { Db } from '#db/client.ts'
import { eventTeam } from '#db/schema/events.ts'
import { teamLibrary } from '#db/schema/libraries.ts'
import { mailRules, mailRuleVersions } from '#db/schema/workflows.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { MailRuleDefinition } from '#src/contract/mail-rule.ts'
import type { Advancing } from '#src/domain/mail-plan/advance.ts'
import { ruleLetters } from '#src/domain/mail-rules/rule-letters.ts'

/** A day before the event at nine, to its team. */
export const DAY_BEFORE: MailRuleDefinition = {
  anchor: 'event-start',
  timing: { kind: 'day', days: -1, at: '09:00' },
  audience: 'event-team',
  conditions: [],
  lateHours: 12,
  weekend: 'send',
  subject: 'Tomorrow',
  body: 'See you tomorrow.',
}

/** Parts for one run; a letter that cannot be written fails the test. */
export function advancing(now: Instant, given: Partial<Advancing> = {}): Advancing {
  const letters = ruleLetters({ siteUrl: 'https://workshops.example', siteName: 'Workshops' })
  const onFault = (fault: unknown) => {
    throw fault
  }
  return { now, letters, onFault, ...given }
}

/** Stores a rule that has been on for long. */
export async function storeRule(
  db: Db,
  definition: Partial<MailRuleDefinition> = {},
  rule: Partial<typeof mailRules.$inferInsert> = {},
): Promise<string> {
  const id = randomUUID()
  await db.insert(mailRules).values({ id, title: 'A rule', state: 'on', onSince: new Date(0), ...rule })
  await db
    .insert(mailRuleVersions)
    .values({ ruleId: id, number: 1, definition: { ...DAY_BEFORE, ...definition }, madeBy: 'test' })
  return id
}

/** Stores somebody of the team of an event, and returns their id in the library. */
export async function storeTeamMember(db: Db, eventId: string, email: string | null, fullName = 'Ada Quill') {
  const id = randomUUID()
  await db.insert(teamLibrary).values({ id, fullName, title: 'Trainer', bio: 'Ran a mill.', email })
  await db.insert(eventTeam).values({ eventId, teamLibraryId: id, displayOrder: 1 })
  return id
}
