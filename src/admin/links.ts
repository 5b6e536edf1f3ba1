import type { EventPartKind } from '#src/contract/event-parts.ts'
import { ADDRESSES, type AdminPath, checkSearch, type PlainPath, type SearchOf } from './addresses.ts'

/** Makes the link to a screen: what `AdminLink` and the router's `navigate` take. */
const to =
  <Path extends PlainPath>(path: Path) =>
  (search: SearchOf<Path> = {}) => ({ to: path, search })

/** The links to all screens of the admin area. They know addresses and no screen, so that screens can import them. */
export const links = {
  dashboard: to('/admin'),
  eventManage: to('/admin/event/manage'),
  eventSetup: (id?: string) => to('/admin/event/setup')({ id }),
  eventOverview: (event?: string) => to('/admin/event/overview')({ event }),
  eventHistory: (history: string) => to('/admin/event/manage')({ history }),
  eventPreview: (id: string) => ({ to: '/admin/event/preview/$id', params: { id } }) as const,
  eventLogistics: (eventId: string, part?: SearchOf<'/admin/event/logistics/$eventId'>['part']) =>
    ({ to: '/admin/event/logistics/$eventId', params: { eventId }, search: { part } }) as const,
  eventTimeline: (event: string) => to('/admin/event/timeline')({ event }),
  eventTasks: (event: string, task?: string) => to('/admin/event/tasks')({ event, task }),
  eventPickups: (event: string) => to('/admin/event/pickups')({ event }),
  orders: to('/admin/orders'),
  order: (orderId: string) => ({ to: '/admin/orders/$orderId', params: { orderId } }) as const,
  eventParts: (event?: string, part?: EventPartKind) => to('/admin/event/vendors')({ event, part }),
  vendors: to('/admin/library/vendors'),
  vendorPortal: to('/admin/vendor-portal'),
  vendorInvites: to('/admin/vendor-invites'),
  locations: to('/admin/library/locations'),
  team: to('/admin/library/team'),
  agendaTemplates: to('/admin/library/agenda'),
  taskTemplates: to('/admin/library/tasks'),
  products: to('/admin/library/products'),
  content: to('/admin/library/content'),
  menu: to('/admin/menu'),
  contentStudio: to('/admin/content-studio'),
  changeSet: (setId: string, edit?: string) =>
    ({ to: '/admin/content-studio/$setId', params: { setId }, search: { edit } }) as const,
  settings: to('/admin/settings'),
  users: to('/admin/users'),
  user: (userId: string) => ({ to: '/admin/users/$userId', params: { userId } }) as const,
  forum: to('/admin/forum'),
  forumCategories: to('/admin/forum/categories'),
  reports: to('/admin/reports'),
  wishlist: to('/admin/wishlist'),
  feedback: to('/admin/feedback'),
  analytics: to('/admin/analytics'),
  analyticsBackfill: to('/admin/analytics-backfill'),
  security: to('/admin/security'),
  emergency: to('/admin/emergency-reset'),
  auditLog: to('/admin/audit-logs'),
  workflows: to('/admin/workflows'),
  eventEmails: (event?: string) => to('/admin/event/emails')({ event }),
  testLogisticsEmail: (event?: string, person?: string) => to('/admin/test-logistics-email')({ event, person }),
  mails: to('/admin/email-diagnostics'),
  securityTest: to('/admin/security-test'),
} as const

/** A link to a screen. */
export type AdminAddress =
  | ReturnType<(typeof links)[keyof typeof links]>
  | { to: PlainPath; hash?: string }
  | SetAddress

type SetAddress = ReturnType<typeof links.changeSet> & { hash?: string }

/**
 * The link to a plain address of the admin area or to a change set that comes as text, with the search parameters that its screen knows and with its
 * hash, which names the field that gets the focus; undefined for any other text.
 */
export function toAdminAddress(text: string): AdminAddress | undefined {
  if (!text.startsWith('/admin')) return undefined
  const { pathname, searchParams, hash } = new URL(text, 'https://admin.invalid')
  const [, setId] = /^\/admin\/content-studio\/([\da-f-]{36})$/.exec(pathname) ?? []
  if (setId !== undefined) {
    const { edit } = checkSearch('/admin/content-studio/$setId')(Object.fromEntries(searchParams))
    return { ...links.changeSet(setId, edit), ...(hash && { hash: hash.slice(1) }) }
  }
  const path = Object.keys(ADDRESSES).find((known): known is PlainPath => known === pathname && !known.includes('$'))
  if (!path) return undefined
  const search = checkSearch(path)(Object.fromEntries(searchParams))
  return { to: path, ...(searchParams.size > 0 && { search }), ...(hash && { hash: hash.slice(1) }) }
}

/** The screen in view, which is one of those at `Path`, with some of its search parameters changed and the others kept. */
export const changed = <Path extends AdminPath>(changes: SearchOf<Path>) => ({
  to: '.' as const,
  search: (before: object) => ({ ...before, ...changes }),
})
