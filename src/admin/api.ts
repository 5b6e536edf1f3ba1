import { hc } from 'hono/client'
import type { AdminApi } from '#src/api/admin/admin-api.ts'
import type { AnalyticsApi } from '#src/api/analytics-api.ts'
import type { ContentApi } from '#src/api/content-api.ts'
import type { ShopApi } from '#src/api/shop-api.ts'
import { account, withStepUp } from '#src/islands/account/account.ts'
import { ApiError, call, fetchWithTimeout } from '#src/islands/call.ts'
import { $viewer, loadViewer } from '#src/islands/viewer/viewer.ts'

/** The admin API by its paths: `api.vendors.$get()`. Inputs and answers are typed by the routers themselves. */
export const { admin: api } = hc<AdminApi>('/', { fetch: fetchWithTimeout }).api

/** The same for the report of visits and its imports. */
export const { admin: analyticsApi } = hc<AnalyticsApi>('/', { fetch: fetchWithTimeout }).api

/** The same for settings, the menu, products, content blocks, pages and texts, change sets, and the checks of content. */
export const { admin: contentApi } = hc<ContentApi>('/', { fetch: fetchWithTimeout }).api

/** The same for the admin calls that the function with the payment provider answers. */
export const { admin: shopApi } = hc<ShopApi>('/', { fetch: fetchWithTimeout }).api

type Answer<T> = { ok: boolean; status: number; headers: Headers; json: () => Promise<T> }

/**
 * The answer of a call: `ask(() => api.vendors.$get())`. If the server requires recent authentication, the person is asked and
 * the call is repeated. A person who has been signed out is sent to the sign-in page. Throws `ApiError` for everything else.
 */
export async function ask<T>(make: () => Promise<Answer<T>>): Promise<T> {
  try {
    return await withStepUp(async () => {
      const answer = await call(make()).catch(prepareStepUp)
      return answer
    })
  } catch (fault) {
    if (fault instanceof ApiError && fault.status === 401 && $viewer.get()) await loadViewer().catch(() => {})
    throw fault
  }
}

/** Fetches the sign-in methods of this person, which the question 'Confirm it is you' offers. */
function prepareStepUp(fault: unknown): never {
  if (fault instanceof ApiError && fault.code === 'step_up') void account.load()
  throw fault
}
