import type { Db } from '#db/client.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { AnsweredTask, AssignedTask, TaskAnswer } from '#src/contract/task-answer.ts'
import type { Actor } from '../audit/audit.ts'
import { answerTask, type TaskAssignee } from '../event-tasks/answer-task.ts'
import { listAssignedTasks } from '../event-tasks/list-assigned-tasks.ts'
import { actorOf, openForm } from './person.ts'

/** The most tasks of one person at one event that their page shows. */
const MOST_TASKS = 100

/**
 * Whose tasks the link to a form shows: those of the entry of the team library that the person came from, at their event. Undefined
 * for everybody else. Throws `not_found` as `openForm` does.
 */
async function assigneeByLink(db: Db, token: string, now: Instant) {
  const { person } = await openForm(db, token, { now })
  const { teamLibraryId, eventId } = person
  const assignee = teamLibraryId === null ? undefined : ({ type: 'team', id: teamLibraryId, eventId } as const)
  return { person, assignee }
}

/** The same for a call that is about a task. Throws `not_found` for a person without tasks too. (security VT1) */
export async function requireAssigneeByLink(db: Db, token: string, now: Instant): Promise<TaskAssignee> {
  return requireAssignee((await assigneeByLink(db, token, now)).assignee)
}

function requireAssignee(assignee: TaskAssignee | undefined): TaskAssignee {
  if (!assignee) throw new Failure('not_found', NOT_FOUND.task)
  return assignee
}

/** What a person of the team has to do for the event of their form. Throws `not_found` for a link that opens none. */
export async function listTasksByLink(db: Db, token: string, now: Instant): Promise<AssignedTask[]> {
  const { assignee } = await assigneeByLink(db, token, now)
  return assignee === undefined ? [] : (await listAssignedTasks(db, assignee, { limit: MOST_TASKS }, now)).items
}

type Sent = { token: string; taskId: string; submissionId: string; answer: TaskAnswer }

/** Hands in a task by the link to a form. Throws as `answerTask` does. (security VT1, LG1) */
export async function answerByLink(
  db: Db,
  { token, taskId, submissionId, answer: value }: Sent,
  { caller, now }: { caller: Omit<Actor, 'id'>; now: Instant },
): Promise<AnsweredTask> {
  const { person, assignee } = await assigneeByLink(db, token, now)
  const by = actorOf(person, caller)
  return answerTask(db, { taskId, submissionId, assignee: requireAssignee(assignee), by, value, now })
}
