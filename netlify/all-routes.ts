import { adminApi } from '#src/api/admin/admin-api.ts'
import { analyticsApi } from '#src/api/analytics-api.ts'
import { authApi } from '#src/api/auth/auth-api.ts'
import { calendarApi } from '#src/api/calendar.ts'
import { contentApi } from '#src/api/content-api.ts'
import { forumApi } from '#src/api/forum-api.ts'
import { mailHooksApi } from '#src/api/mail-hooks.ts'
import { partnersApi } from '#src/api/partners-api.ts'
import { publicApi } from '#src/api/public-api.ts'
import { reportsApi } from '#src/api/reports.ts'
import { type DeclaredRoute, declaredRoutes } from '#src/api/routes.ts'
import { shopApi } from '#src/api/shop-api.ts'
import { unsubscribeApi } from '#src/api/unsubscribe.ts'
import { uploadsApi } from '#src/api/uploads-api.ts'

/**
 * Every route of every function that answers visitors. Only for builds, tests and the local server: it loads all the code of
 * the APIs.
 */
export const ALL_ROUTES: readonly DeclaredRoute[] = [
  publicApi,
  authApi,
  calendarApi,
  forumApi,
  reportsApi,
  unsubscribeApi,
  partnersApi,
  shopApi(() => null),
  mailHooksApi(() => ({})),
  adminApi,
  analyticsApi,
  contentApi,
  uploadsApi,
].flatMap(declaredRoutes)
