import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dnsSnapshots } from '#db/schema/deliveries.ts'
import { checkRounds } from '#db/schema/operations.ts'
import { auditPending } from '#db/schema/site.ts'
import type { DnsRecords } from '#src/contract/mail-round-trip.ts'
import { noteRecords } from '#src/domain/mail-round-trips/dns-records.ts'
import { MISSING, type Somebody, userApi } from '#tests/admin/user-api.ts'
import { NOON } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'

const domain = 'uptime.example.org'
const FIRST = { 'MX uptime.example.org': ['mx.example.org'], 'SPF uptime.example.org': ['v=spf1 mx -all'] }

let opened: TestDb
let api: Awaited<ReturnType<typeof userApi>>
let admin: Somebody
let now = NOON
beforeAll(async () => {
  opened = await testDb()
  api = await userApi(opened.db)
  admin = await api.enter('admin')
})
beforeEach(() => opened.db.delete(dnsSnapshots))
afterAll(() => opened.close())

const note = async (records: Record<string, string[]>) => {
  now += 1000
  const { changes } = await noteRecords(opened.db, { domain, records, now })
  return changes.map(({ name, after }) => `${name}: ${after.join()}`)
}
const read = (): Promise<DnsRecords> => api.take(admin, 'GET', 'mail-dns')
const accept = async (id: string | null) => (await api.send(admin, 'POST', `mail-dns/${id}/accept`)).status

describe('the DNS records of the sending domain', () => {
  test('are kept when they differ, and compared with the first ones until a change is accepted', async () => {
    expect(await read()).toMatchObject({ domain: null, records: [], changes: [] })
    for (const _ of [1, 2]) expect(await note(FIRST)).toEqual([])
    const spoofed = { ...FIRST, 'SPF uptime.example.org': ['v=spf1 +all'] }
    for (const _ of [1, 2]) expect(await note(spoofed)).toEqual(['SPF uptime.example.org: v=spf1 +all'])
    expect(await opened.db.$count(dnsSnapshots)).toBe(2)
    const { id, changes } = await read()
    expect(changes).toEqual([{ name: 'SPF uptime.example.org', before: ['v=spf1 mx -all'], after: ['v=spf1 +all'] }])
    expect(await accept(id)).toBe(202)
    expect(await note(spoofed)).toEqual([])
    expect(await note(FIRST)).toEqual(['SPF uptime.example.org: v=spf1 mx -all'])
    expect(await opened.db.select().from(checkRounds)).toMatchObject([{ trigger: 'asked', askedBy: admin.id }])
    const entries = await opened.db.select().from(auditPending).where(eq(auditPending.action, 'mail.accept_dns'))
    expect(entries.length).toBeLessThanOrEqual(1)
  })

  test('are the same again once a change is taken back, and without a name that is no longer asked about', async () => {
    await note(FIRST)
    expect(await note({ ...FIRST, 'MX uptime.example.org': [] })).toEqual(['MX uptime.example.org: '])
    expect(await note(FIRST)).toEqual([])
    expect(await note({ 'MX uptime.example.org': ['mx.example.org'] })).toEqual([])
  })

  test('may name a new key without a change, and from then on that key is compared too', async () => {
    await note(FIRST)
    const more = { ...FIRST, 'DKIM main._domainkey.uptime.example.org': ['p=A'] }
    for (const _ of [1, 2]) expect(await note(more)).toEqual([])
    expect(await opened.db.$count(dnsSnapshots)).toBe(2)
    const stolen = { ...FIRST, 'DKIM main._domainkey.uptime.example.org': ['p=B'] }
    expect(await note(stolen)).toEqual(['DKIM main._domainkey.uptime.example.org: p=B'])
  })

  test('are accepted as they were seen: not if they have changed again, and by administrators alone', async () => {
    await note(FIRST)
    await note({ ...FIRST, 'MX uptime.example.org': ['a.example.org'] })
    const { id } = await read()
    await note({ ...FIRST, 'MX uptime.example.org': ['b.example.org'] })
    expect([await accept(id), await accept(MISSING), await accept('x')]).toEqual([409, 404, 404])
    const member = await api.enter('approved')
    expect((await api.send(member, 'POST', `mail-dns/${id}/accept`)).status).toBe(403)
    expect((await api.send(null, 'GET', 'mail-dns')).status).toBe(401)
  })
})
