import { type QueryKey, queryOptions } from '@tanstack/react-query'
import type { EventTask, EventTaskChange, EventTaskState, NewEventTask } from '#src/contract/event-task.ts'
import type { TaskFilter } from '#src/contract/task-answer.ts'
import { api, ask } from '../../api.ts'

const tasks = api.events[':id'].tasks
const one = tasks[':taskId']
type Stored = Pick<EventTask, 'id' | 'version'>

/** The queries that a change of a task makes stale. */
export const staleTasks = (eventId: string): QueryKey[] => [
  ['tasks', eventId],
  ['timeline', eventId],
]

export const tasksPage = (id: string, state: TaskFilter | undefined, cursor: { cursor?: string }) =>
  ask(() => tasks.$get({ param: { id }, query: { ...(state && { state }), ...cursor } }))

export const assigneesQuery = (id: string) =>
  queryOptions({
    queryKey: ['tasks', id, 'assignees'],
    queryFn: () => ask(() => tasks.assignees.$get({ param: { id } })),
    staleTime: 0,
  })

export const readTask = (id: string, taskId: string) => ask(() => one.$get({ param: { id, taskId } }))

export const taskQuery = (id: string, taskId: string) =>
  queryOptions({ queryKey: ['tasks', id, 'one', taskId], queryFn: () => readTask(id, taskId), staleTime: 0 })

export const addTask = (id: string, json: NewEventTask) => ask(() => tasks.$post({ param: { id }, json }))

export const addFromTemplates = (id: string, templateIds: string[]) =>
  ask(() => tasks['from-templates'].$post({ param: { id }, json: { templateIds } }))

export const changeTask = (id: string, taskId: string, json: EventTaskChange) =>
  ask(() => one.$patch({ param: { id, taskId }, json }))

/** What is done with a task, without the version that it is done from. */
export type TaskAct =
  | { act: Extract<EventTaskState['act'], 'done' | 'reopen'> }
  | { act: Extract<EventTaskState['act'], 'return' | 'waive'>; note: string }

export const changeTaskState = (id: string, { id: taskId, version }: Stored, act: TaskAct) =>
  ask(() => one.state.$post({ param: { id, taskId }, json: { ...act, version } }))

export const deleteTask = (id: string, { id: taskId, version }: Stored) =>
  ask(() => one.$delete({ param: { id, taskId }, query: { version: String(version) } }))
