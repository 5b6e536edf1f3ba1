import { queryOptions } from '@tanstack/react-query'
import type { EventTask, EventTaskChange, NewEventTask } from '#src/contract/event-task.ts'
import type { MailEntry } from '#src/contract/event-timeline.ts'
import type { CorrectionInput } from '#src/contract/mail-correction.ts'
import { api, ask } from '../../api.ts'

const at = (id: string) => ({ param: { id } })

export const timelineQuery = (id: string) =>
  queryOptions({
    queryKey: ['timeline', id],
    queryFn: () => ask(() => api.events[':id'].timeline.$get(at(id))),
    staleTime: 0,
  })

export const tasksQuery = (id: string) =>
  queryOptions({
    queryKey: ['timeline', id, 'tasks'],
    queryFn: () => ask(() => api.events[':id'].tasks.$get(at(id))),
    staleTime: 0,
  })

export const correctionQuery = (id: string, note: string) =>
  queryOptions({
    queryKey: ['correction', id, note],
    queryFn: () => ask(() => api.events[':id'].correction.$get({ ...at(id), query: { note } })),
    staleTime: 0,
    retry: false,
  })

export const mailPeople = (id: string, entry: MailEntry, cursor: { cursor?: string }) => {
  const { ruleId: rule, occurrence, itemId: item } = entry
  return ask(() => api.events[':id'].timeline.people.$get({ ...at(id), query: { rule, occurrence, item, ...cursor } }))
}

export const revealPerson = (id: string, mailId: string) =>
  ask(() => api.events[':id'].timeline.people[':mailId'].recipient.$post({ param: { id, mailId } }))

export const explainMail = (id: string, q: string) =>
  ask(() => api.events[':id'].explain.$get({ ...at(id), query: { q } }))

export const decideCorrection = (id: string, json: CorrectionInput) =>
  ask(() => api.events[':id'].correction.$post({ ...at(id), json }))

export const addTask = (id: string, json: NewEventTask) => ask(() => api.events[':id'].tasks.$post({ ...at(id), json }))

export const changeTask = (id: string, taskId: string, json: EventTaskChange) =>
  ask(() => api.events[':id'].tasks[':taskId'].$patch({ param: { id, taskId }, json }))

export const setTaskState = (id: string, { id: taskId, version, doneAt }: EventTask) => {
  const json = { isDone: doneAt === null, version }
  return ask(() => api.events[':id'].tasks[':taskId'].state.$post({ param: { id, taskId }, json }))
}

export const deleteTask = (id: string, { id: taskId, version }: EventTask) =>
  ask(() => api.events[':id'].tasks[':taskId'].$delete({ param: { id, taskId }, query: { version: String(version) } }))
