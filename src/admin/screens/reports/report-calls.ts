import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Page } from '#src/contract/page.ts'
import type {
  MergeReportInput,
  PromoteInput,
  ReportCounts,
  ReportLine,
  ReportNoteInput,
  ReportRecord,
  ReportStatuses,
  reportChange,
} from '#src/contract/report-admin.ts'
import { api, ask } from '../../api.ts'

/** The queries that are out of date after a change of a report. */
export const STALE_LISTS = [['reports'], ['report-counts'], ['report-similar'], ['dashboard']] as const

export const fetchReports = (query: Record<string, string>): Promise<Page<ReportLine>> =>
  ask(() => api.reports.$get({ query }))

/** How many reports each status has. */
export const reportCountsQuery = queryOptions<ReportCounts>({
  queryKey: ['report-counts'],
  queryFn: () => ask(() => api.reports.counts.$get()),
  staleTime: 0,
})

export const setStatuses = (json: ReportStatuses) => ask(() => api.reports.statuses.$post({ json }))

const one = api.reports[':id']

/** Everything about one report; never old, since it is decided by. */
export const reportQuery = (id: string) =>
  queryOptions<ReportRecord>({
    queryKey: ['report', id],
    queryFn: () => ask(() => one.$get({ param: { id } })),
    staleTime: 0,
  })

/** Others that may say the same. */
export const similarQuery = (id: string) =>
  queryOptions<ReportLine[]>({
    queryKey: ['report-similar', id],
    queryFn: async () => (await ask(() => one.similar.$get({ param: { id } }))).items,
    staleTime: 0,
  })

/** What can be done to one report. */
export const reportCalls = (id: string) => ({
  change: (json: z.input<typeof reportChange>): Promise<ReportRecord> => ask(() => one.$patch({ param: { id }, json })),
  merge: (json: MergeReportInput): Promise<ReportRecord> => ask(() => one.merge.$post({ param: { id }, json })),
  unmerge: (version: number): Promise<ReportRecord> =>
    ask(() => one.unmerge.$post({ param: { id }, json: { version } })),
  note: (json: ReportNoteInput) => ask(() => one.notes.$post({ param: { id }, json })),
  unnote: (noteId: string) => ask(() => one.notes[':noteId'].$delete({ param: { id, noteId } })),
  promote: (json: PromoteInput) => ask(() => one.promote.$post({ param: { id }, json })),
  remove: (version: number) => ask(() => one.$delete({ param: { id }, query: { version: String(version) } })),
})
