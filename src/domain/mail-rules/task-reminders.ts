import type { MailRuleDefinition } from '#src/contract/mail-rule.ts'
import { plural } from '#src/contract/plural.ts'

const taskReminder = (
  words: string,
) => `The task “{{task.title}}” for {{event.name}} ${words} {{task.due}}. We do not have it yet.

- All your open tasks: {{task.open}}

{{task.page}}`

/**
 * A reminder of a task that is not done. Its late window is longer than an outage of three days and shorter than the time between
 * two steps.
 */
function makeReminder(days: number) {
  const isOverdue = days > 0
  const when = isOverdue ? 'overdue' : `${plural(-days, 'day')} before`
  return {
    key: `task-${isOverdue ? 'overdue' : -days}`,
    title: `Task reminder: ${when}`,
    definition: {
      conditions: [],
      weekend: 'send',
      anchor: 'task-due',
      timing: { kind: 'day', days, at: '09:00' },
      audience: 'open-tasks',
      lateHours: 96,
      subject: isOverdue
        ? 'Overdue: {{task.title}} ({{event.name}})'
        : 'Reminder: {{task.title}}, due on {{task.due}} ({{event.name}})',
      body: taskReminder(isOverdue ? 'was due on' : 'is due on'),
    } satisfies MailRuleDefinition,
  }
}

/** The reminders of the starter set: two weeks, a week and a day before the due day of a task, and the day after it. (security VT4) */
export const TASK_REMINDERS = [-14, -7, -1, 1].map(makeReminder)
