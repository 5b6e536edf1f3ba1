import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Sheet } from '#src/contract/analytics-query.ts'
import { type AnalyticsReport, FILTERS, type FilterName } from '#src/contract/analytics-report.ts'
import type { SearchOf } from '../../addresses.ts'
import { analyticsApi, ask } from '../../api.ts'

export type Place = SearchOf<'/admin/analytics'>
export type Setter = (changes: Place) => void

const FILTER_NAMES = Object.keys(FILTERS) as FilterName[]

/** The filters in use. */
export const filtersIn = (place: Place): [FilterName, string][] =>
  FILTER_NAMES.flatMap((name) => (place[name] === undefined ? [] : [[name, place[name]] as [FilterName, string]]))

/** Leaves out every filter. */
export const NO_FILTERS = Object.fromEntries(FILTER_NAMES.map((name) => [name, undefined])) as Record<
  FilterName,
  undefined
>

/** What the address holds, as the API takes it. */
function toQuery(place: Place): Record<string, string> {
  return Object.fromEntries(Object.entries(place).filter((entry): entry is [string, string] => Boolean(entry[1])))
}

/** The figures are made every 15 minutes, so that they are asked for again when the screen is opened. */
export const reportQuery = (place: Place) =>
  queryOptions<AnalyticsReport>({
    queryKey: ['analytics', toQuery(place)],
    queryFn: () => ask(() => analyticsApi.analytics.$get({ query: toQuery(place) })),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })

/** The file with one part of the report. */
export const sheetAddress = (place: Place, sheet: Sheet): string =>
  `/api/admin/analytics/export.csv?${new URLSearchParams({ ...toQuery(place), sheet })}`
