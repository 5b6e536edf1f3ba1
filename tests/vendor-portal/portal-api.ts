import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventVendors } from '#db/schema/events.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { outbox } from '#db/schema/security.ts'
import { adminApi } from '#src/api/admin/admin-api.ts'
import { partnersApi } from '#src/api/partners-api.ts'
import { readVendorVisit } from '#src/auth/vendor-session.ts'
import type { VendorContactLine } from '#src/contract/vendor-invite.ts'
import { fromOurPage, getVisit, NOON, SITE_URL, testApi } from '#tests/support/api.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { storedViewer } from '../admin/calls/caller.ts'

/** The admin area and the vendor portal over one database, and a clock that a test sets. */
export async function portalApi(db: Db) {
  const clock = { now: NOON }
  const parts = { db, clock: () => clock.now }
  const owner = await storedViewer(db, 'owner')
  const readVisit = async () => ({ ...getVisit(owner), authenticatedAt: clock.now })
  const admin = await testApi({ ...parts, area: adminApi, readVisit })
  const portal = await testApi({
    ...parts,
    area: partnersApi,
    readVendor: (request) => readVendorVisit(db, request, { siteUrl: SITE_URL, now: clock.now }),
  })
  /** A caller of their own each time, so that no test uses up the attempts of another. */
  let callers = 0
  const send = (path: string, body: object, cookie = '') => {
    callers += 1
    return portal.post(`/api/vendor/${path}`, body, cookie ? { Cookie: cookie } : {}, {
      ip: `198.51.${callers >> 8}.${callers & 255}`,
    })
  }
  const vendor = async (vendorName = `Gauge ${randomUUID().slice(0, 8)}`) => {
    const [row] = await db.insert(vendorLibrary).values({ vendorName }).returning()
    return { id: row?.id ?? '', vendorName }
  }
  const take = async <T>(path: string, body: object): Promise<T> => {
    const answer = await admin.post(`/api/admin/vendor-invites${path}`, body)
    if (answer.status >= 300) throw new Error(`${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const invite = (vendorId: string, email: string, name = 'Maria Ortiz') =>
    take<VendorContactLine>('', { vendorId, name, email })
  /** The tokens of the newest mail to an address, by the name before them. */
  const tokensTo = async (email: string, name: 'invite' | 'sign-in') => {
    const [mail] = await db
      .select()
      .from(outbox)
      .where(eq(outbox.recipient, email))
      .orderBy(desc(outbox.createdAt))
      .limit(1)
    return [...(mail?.textBody ?? '').matchAll(RegExp(`#${name}=([\\w-]{43})`, 'g'))].map(([, token]) => token ?? '')
  }
  const cookieOf = (answer: Response) => answer.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  /** Invites somebody, who accepts. */
  const enter = async (vendorId: string, email: string, name?: string) => {
    const { id } = await invite(vendorId, email, name)
    const [token = ''] = await tokensTo(email, 'invite')
    return { id, cookie: cookieOf(await send('invite/accept', { token })) }
  }
  const get = (path: string, cookie: string) => portal.request(`/api/vendor/${path}`, { headers: { Cookie: cookie } })
  const end = (id: string, cookie: string) =>
    portal.request(`/api/vendor/contacts/${id}`, { method: 'DELETE', headers: { ...fromOurPage, Cookie: cookie } })
  /** A published event that shows a vendor. */
  const showIn = async (vendorId: string, event: Parameters<typeof storeEvent>[1], isActive = true) => {
    const eventId = await storeEvent(db, { earlyBirdDeadline: null, ...event })
    await db.insert(eventVendors).values({ eventId, vendorLibraryId: vendorId, displayOrder: 1, isActive })
    return eventId
  }
  return { admin, portal, clock, send, vendor, take, invite, tokensTo, cookieOf, enter, get, end, showIn }
}
