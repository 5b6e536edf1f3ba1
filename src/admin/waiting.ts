import { queryOptions } from '@tanstack/react-query'
import { ACCOUNTS_TO_APPROVE, type Dashboard, OPEN_REPORTS } from '#src/contract/dashboard.ts'
import { api, ask } from './api.ts'

/** How long counts stay fresh, in milliseconds. They are fetched again every minute and after every change. */
export const COUNTED = 60_000

/** What the dashboard shows and the sidebar counts. Stale at once, so that opening the dashboard asks again. */
export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: () => ask(() => api.dashboard.$get()),
  staleTime: 0,
  refetchInterval: COUNTED,
})

/** How many of each need attention; undefined for what the reader's role does not open. */
export type Waiting = Record<'accounts' | 'reports' | 'posts', number> &
  Record<'events' | 'proposals' | 'tasks' | 'partners' | 'sets' | OrderKind | 'orders', number | undefined>
/** What orders of the shop wait for. */
type OrderKind = 'short' | 'refunds' | 'stranded' | 'toPack' | 'overdue'

/** The figures of the dashboard that the sidebar repeats. */
export function countWaiting(dashboard: Dashboard): Waiting {
  const { pendingAccounts, openReports, forum, incomplete, proposals, submittedTasks, shop, stoppedSets } = dashboard
  return {
    accounts: pendingAccounts,
    reports: openReports,
    posts: forum.waiting + forum.flagged,
    events: incomplete?.length,
    proposals: proposals ?? undefined,
    tasks: submittedTasks ?? undefined,
    partners: proposals === null ? undefined : proposals + (submittedTasks ?? 0),
    sets: stoppedSets ?? undefined,
    short: shop?.short,
    refunds: shop?.failedRefunds,
    stranded: shop?.withoutPickup,
    toPack: shop?.toMakeReady,
    overdue: shop?.overdue,
    // These need a decision; the others are the work of every day.
    orders: shop ? shop.short + shop.failedRefunds + shop.withoutPickup : undefined,
  }
}

const WORDS: Record<keyof Waiting, readonly [one: string, more: string]> = {
  accounts: ['account to approve', ACCOUNTS_TO_APPROVE],
  reports: ['open report', OPEN_REPORTS],
  posts: ['forum post to review', 'forum posts to review'],
  events: ['incomplete event', 'incomplete events'],
  proposals: ['vendor proposal to decide', 'vendor proposals to decide'],
  tasks: ['submitted vendor task', 'submitted vendor tasks'],
  partners: ['proposal or task to review', 'proposals and tasks to review'],
  sets: ['change set that is not live', 'change sets that are not live'],
  short: ['order is paid and out of stock', 'orders are paid and out of stock'],
  refunds: ['refund did not arrive', 'refunds did not arrive'],
  stranded: ['order has no workshop to be picked up at', 'orders have no workshop to be picked up at'],
  toPack: ['order to pack', 'orders to pack'],
  overdue: ['overdue invoice', 'overdue invoices'],
  orders: ['order to decide about', 'orders to decide about'],
}

/** What `count` of them are called: 'account to approve', 'accounts to approve'. */
export const waitingWords = (kind: keyof Waiting, count: number): string => WORDS[kind][count === 1 ? 0 : 1]
