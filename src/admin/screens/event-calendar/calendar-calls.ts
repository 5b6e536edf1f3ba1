import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CalendarLayer, FeedScope } from '#src/contract/event-calendar.ts'
import type { PlainDay } from '#src/contract/instant.ts'
import { api, ask } from '../../api.ts'
import { EVENTS } from '../event-setup/event-calls.ts'

/** The days of the calendar. Its key begins as those of all events do, so that each change of an event makes it stale. */
export const calendarQuery = (days: { from: PlainDay; to: PlainDay }, layers: readonly CalendarLayer[]) =>
  queryOptions({
    queryKey: [EVENTS, 'calendar', days, layers],
    queryFn: () => ask(() => api.calendar.$get({ query: { ...days, layers: layers.join('.') } })),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export const movePreviewQuery = (id: string, date: PlainDay) =>
  queryOptions({
    queryKey: ['move-preview', id, date],
    queryFn: () => ask(() => api.events[':id']['move-preview'].$get({ param: { id }, query: { date } })),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

export const moveEvent = (id: string, json: { date: PlainDay; version: number }) =>
  ask(() => api.events[':id'].move.$post({ param: { id }, json }))

export const feedQuery = queryOptions({
  queryKey: ['calendar-feed'],
  queryFn: () => ask(() => api.calendar.feed.$get()),
  staleTime: 0,
})

export const createFeed = (scope: FeedScope) =>
  ask(() => api.calendar.feed.$post({ json: { id: crypto.randomUUID(), scope } }))

export const endFeed = () => ask(() => api.calendar.feed.$delete())
