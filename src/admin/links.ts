/** The addresses of all screens of the admin area. */
export const links = {
  dashboard: () => '/admin',
  eventManage: (search: { q?: string; state?: string } = {}) => withSearch('/admin/event/manage', search),
  eventSetup: (id?: string) => withSearch('/admin/event/setup', { id }),
  eventHistory: (id: string) => withSearch('/admin/event/manage', { history: id }),
  eventPreview: (id: string) => `/admin/event/preview/${encodeURIComponent(id)}`,
  eventParts: (event?: string, part?: 'vendors' | 'team' | 'agenda') =>
    withSearch('/admin/event/vendors', { event, part }),
  vendors: (search: { q?: string; edit?: string } = {}) => withSearch('/admin/library/vendors', search),
  locations: (search: { q?: string; edit?: string } = {}) => withSearch('/admin/library/locations', search),
  team: (search: { q?: string; edit?: string } = {}) => withSearch('/admin/library/team', search),
  agendaTemplates: (search: { edit?: string } = {}) => withSearch('/admin/library/agenda', search),
  menu: () => '/admin/menu',
  settings: () => '/admin/settings',
  users: (search: { tab?: string; q?: string } = {}) => withSearch('/admin/users', search),
  user: (id: string) => `/admin/users/${encodeURIComponent(id)}`,
  forum: (search: { queue?: string | undefined } = {}) => withSearch('/admin/forum', search),
  forumCategories: () => '/admin/forum/categories',
  reports: (search: { status?: string; type?: string; report?: string; q?: string } = {}) =>
    withSearch('/admin/reports', search),
  wishlist: (search: { wish?: string; column?: string; q?: string } = {}) => withSearch('/admin/wishlist', search),
  feedback: () => '/admin/feedback',
  auditLog: (search: { actor?: string; action?: string; subjectType?: string; subjectId?: string } = {}) =>
    withSearch('/admin/audit-logs', search),
  mails: (search: { state?: string } = {}) => withSearch('/admin/email-diagnostics', search),
} as const

/** The path with those search parameters that are set. */
function withSearch(path: string, search: Record<string, string | undefined>): string {
  const query = new URLSearchParams(Object.entries(search).filter((entry): entry is [string, string] => !!entry[1]))
  return query.size > 0 ? `${path}?${query}` : path
}
