import { queryOptions } from '@tanstack/react-query'
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
