import { queryOptions } from '@tanstack/react-query'
import type { ChangeItem } from '#src/contract/change-set.ts'
import type {
  ChangeItemInput,
  ChangeSetChange,
  NewChangeItem,
  NewChangeSet,
  PublishInput,
  ReplaceInput,
  ResolveInput,
  ScheduleInput,
  SubjectQuery,
} from '#src/contract/change-set-input.ts'
import type { ShareLinkInput } from '#src/contract/event-preview.ts'
import { ask, contentApi } from '../../api.ts'

const routes = contentApi['change-sets']
const one = routes[':id']

/** The first part of all query keys of change sets, so that a change makes all of them stale. */
export const CHANGE_SETS = 'change-sets'

type SetFilter = Parameters<typeof routes.$get>[0]['query']

export const fetchSets = (query: SetFilter) => ask(() => routes.$get({ query }))

export const fetchSet = (id: string) => ask(() => one.$get({ param: { id } }))

/** A set beside what is stored now: fetched again whenever it is opened. */
export const changeSetQuery = (id: string) =>
  queryOptions({
    queryKey: [CHANGE_SETS, id],
    queryFn: () => fetchSet(id),
    staleTime: 0,
    refetchInterval: 20_000,
  })

export const subjectsQuery = (query: SubjectQuery) =>
  queryOptions({
    queryKey: [CHANGE_SETS, 'subjects', query],
    queryFn: () => ask(() => routes.subjects.$get({ query })),
    placeholderData: (before) => before,
  })

export const createSet = (json: NewChangeSet) => ask(() => routes.$post({ json }))
export const replaceEverywhere = (json: ReplaceInput) => ask(() => routes.replacements.$post({ json }))
export const renameSet = (id: string, json: ChangeSetChange) => ask(() => one.$patch({ param: { id }, json }))
export const deleteSet = (id: string, version: number) =>
  ask(() => one.$delete({ param: { id }, query: { version: String(version) } }))
export const notePresence = (id: string) => ask(() => one.presence.$post({ param: { id } }))

export const addItem = (id: string, json: NewChangeItem) => ask(() => one.items.$post({ param: { id }, json }))
export const saveItem = (id: string, itemId: string, json: ChangeItemInput) =>
  ask(() => one.items[':itemId'].$put({ param: { id, itemId }, json }))
export const resolveItem = (id: string, itemId: string, json: ResolveInput) =>
  ask(() => one.items[':itemId'].resolve.$post({ param: { id, itemId }, json }))
export const removeItem = (id: string, { id: itemId, version }: ChangeItem) =>
  ask(() => one.items[':itemId'].$delete({ param: { id, itemId }, query: { version: String(version) } }))

export const askForReview = (id: string, version: number) =>
  ask(() => one.review.$post({ param: { id }, json: { version } }))
export const approveSet = (id: string, version: number) =>
  ask(() => one.approve.$post({ param: { id }, json: { version } }))
/** Runs the checks of content over the site as the set would leave it. */
export const runChecks = (id: string) => ask(() => one.checks.$post({ param: { id } }))
export const publishSet = (id: string, json: PublishInput) => ask(() => one.publish.$post({ param: { id }, json }))
export const scheduleSet = (id: string, json: ScheduleInput) => ask(() => one.schedule.$post({ param: { id }, json }))
export const unscheduleSet = (id: string, version: number) =>
  ask(() => one.unschedule.$post({ param: { id }, json: { version } }))

/** The preview links of a set, for `ShareLinks`. */
export const setLinks = (id: string) => ({
  key: ['share-links', id],
  list: () => ask(() => one['share-links'].$get({ param: { id } })),
  create: (json: ShareLinkInput) => ask(() => one['share-links'].$post({ param: { id }, json })),
  revoke: (linkId: string) => ask(() => one['share-links'][':linkId'].$delete({ param: { id, linkId } })),
})
