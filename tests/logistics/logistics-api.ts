import { desc, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { outbox } from '#db/schema/security.ts'
import { partnersApi } from '#src/api/partners-api.ts'
import type { LogisticsForm, SavedField } from '#src/contract/logistics.ts'
import type { LogisticsRole } from '#src/contract/logistics-sections.ts'
import { sendLink } from '#src/domain/logistics/links.ts'
import { addPeople } from '#src/domain/logistics/people.ts'
import { nextIp, SITE } from '#tests/accounts/account-api.ts'
import { testApi } from '#tests/support/api.ts'

export const DAY = 86_400_000
export const ADMIN = { id: '00000000-0000-4000-8000-00000000000a' }

let people = 0

/** The calls of the page behind a link, on one database, with a clock that tests move. */
export async function logisticsApi(db: Db, now: number) {
  const clock = { now }
  const api = await testApi({ db, area: partnersApi, clock: () => clock.now })
  const call = (name: string, body: object) => api.post(`/api/logistics/${name}`, body, {}, { ip: nextIp() })
  const context = () => ({ actor: ADMIN, site: SITE, now: clock.now })

  /** The token in the newest mail to an address. */
  const tokenTo = async (email: string) => {
    const [mail] = await db.select().from(outbox).where(eq(outbox.recipient, email)).orderBy(desc(outbox.createdAt))
    return /logistics-form\/([\w-]{43})\b/.exec(mail?.textBody ?? '')?.[1] ?? ''
  }
  /** Somebody who was added to an event and sent their link. */
  const invite = async (eventId: string, role: LogisticsRole = 'vendor') => {
    people += 1
    const email = `person-${people}@gauge.example`
    const { ids } = await addPeople(db, eventId, [{ name: `Person ${people}`, email, role }], ADMIN)
    const [personId = ''] = ids
    await sendLink(db, { eventId, personId }, context())
    return { personId, email, token: await tokenTo(email) }
  }
  const look = async (token: string): Promise<LogisticsForm> => (await call('look', { token })).json()
  /** Saves `section.field`, as a page that has seen this version of it. */
  const save = async (token: string, place: string, value: unknown, version = 0): Promise<SavedField> => {
    const [section, field] = place.split('.')
    return (await call('save', { token, section, field, value, version })).json()
  }
  return { clock, call, context, tokenTo, invite, look, save, lines: api.lines, request: api.request }
}
