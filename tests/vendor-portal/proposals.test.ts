import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { vendorProposals } from '#db/schema/partners.ts'
import { outbox } from '#db/schema/security.ts'
import { media } from '#db/schema/site.ts'
import { uploadsApi } from '#src/api/uploads-api.ts'
import { readVendorVisit } from '#src/auth/vendor-session.ts'
import { PROPOSAL_FIELD_NAMES, type ProposalField } from '#src/contract/proposal-fields.ts'
import type { VendorFields } from '#src/contract/vendor.ts'
import {
  type ContactActivity,
  DECIDE_EVERY_FIELD,
  LOGO_NOT_UPLOADED,
  NOTE_NEEDED,
  NOTHING_PROPOSED,
  type ProposalLine,
  type ProposalReview,
  type VendorProfile,
} from '#src/contract/vendor-proposal.ts'
import { STALE } from '#src/contract/versioned.ts'
import { fromOurPage, NOON, problemOf, SITE_URL, testApi } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { portalApi } from './portal-api.ts'

let opened: TestDb
let api: Awaited<ReturnType<typeof portalApi>>
let uploads: Awaited<ReturnType<typeof testApi>>
beforeAll(async () => {
  opened = await testDb()
  api = await portalApi(opened.db)
  const readVendor = (request: Request) => readVendorVisit(opened.db, request, { siteUrl: SITE_URL, now: NOON })
  uploads = await testApi({ db: opened.db, area: uploadsApi, readVendor })
})
afterAll(() => opened.close())

const JSON_BODY = { ...fromOurPage, 'Content-Type': 'application/json' }
type Changes = Partial<VendorFields>
type Verdicts = Partial<Record<ProposalField, 'accepted' | 'returned'>>

/** A vendor with an entry of its own, and a contact who is signed in. */
async function company() {
  const { id: vendorId } = await api.vendor()
  const email = `${randomUUID().slice(0, 8)}@proposal.example`
  const { id: contactId, cookie } = await api.enter(vendorId, email)
  await opened.db
    .update(vendorLibrary)
    .set({ websiteUrl: 'https://before.example', description: 'Before', tags: 'gauges' })
    .where(eq(vendorLibrary.id, vendorId))
  const call = (method: string, body?: object, query = '') =>
    api.portal.request(`/api/vendor/proposal${query}`, {
      ...{ method, headers: { ...JSON_BODY, Cookie: cookie } },
      ...(body && { body: JSON.stringify(body) }),
    })
  const read = async (): Promise<VendorProfile> => (await call('GET')).json()
  /** Proposes changes as a page that was loaded earlier, or just now. */
  const propose = async (changes: Changes, page?: VendorProfile) => {
    const { current, open, entryVersion } = page ?? (await read())
    return call('PUT', { ...current, ...open?.values, ...changes, entryVersion, version: open?.version ?? null })
  }
  const review = async (state = 'open'): Promise<ProposalReview> => {
    const list = await api.admin.request(`/api/admin/vendor-proposals?vendor=${vendorId}&state=${state}`)
    const [line]: ProposalLine[] = (await list.json()).items
    return (await api.admin.request(`/api/admin/vendor-proposals/${line?.id}`)).json()
  }
  /** What an administrator saves in the library. */
  const edit = async (changes: Changes) => {
    const { current, entryVersion: version } = await read()
    const body = JSON.stringify({ ...current, ...changes, version })
    const path = `/api/admin/vendors/${vendorId}`
    const answer = await api.admin.request(path, { method: 'PATCH', headers: JSON_BODY, body })
    expect(answer.status).toBe(200)
  }
  return { vendorId, contactId, cookie, email, call, read, propose, review, edit }
}

const decide = ({ id, version, entryVersion }: ProposalReview, fields: Verdicts, note = '') =>
  api.admin.post(`/api/admin/vendor-proposals/${id}/decide`, { version, entryVersion, fields, note })
const rowsOf = (vendorId: string) => opened.db.$count(vendorProposals, eq(vendorProposals.vendorId, vendorId))

async function upload(cookie: string) {
  const picture = sharp({ create: { width: 64, height: 32, channels: 3, background: '#123456' } })
  const body = new Uint8Array(await picture.png().toBuffer())
  const headers = { ...fromOurPage, Cookie: cookie, 'Content-Type': 'image/png' }
  return uploads.request('/api/vendor/media', { method: 'POST', headers, body })
}

describe('a proposal', () => {
  test('is one row, also after a double submit, and a second save changes it (VP6)', async () => {
    const { vendorId, read, propose } = await company()
    const page = await read()
    const both = await Promise.all([propose({ tags: 'valves' }, page), propose({ tags: 'valves' }, page)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await propose({ description: 'After' })).status).toBe(200)
    const { open, current } = await read()
    expect(open).toMatchObject({
      version: 2,
      fields: ['description', 'tags'],
      values: { description: 'After', tags: 'valves' },
    })
    expect([current.description, await rowsOf(vendorId)]).toEqual(['Before', 1])
  })

  test('is not changed from a page that is older than it or than the entry, so that two tabs are safe (VP6)', async () => {
    const { read, propose, edit, call } = await company()
    const page = await read()
    await propose({ tags: 'valves' }, page)
    expect(await problemOf(await propose({ description: 'Second tab' }, page))).toMatchObject({ detail: STALE })
    expect((await problemOf(await call('DELETE', undefined, '?version=7'))).detail).toBe(STALE)
    const later = await read()
    await edit({ contactName: 'Ada' })
    expect((await problemOf(await propose({ description: 'Later' }, later))).detail).toBe(STALE)
    expect((await read()).open).toMatchObject({ version: 1, fields: ['tags'], values: { tags: 'valves' } })
    expect((await call('DELETE', undefined, '?version=1')).status).toBe(200)
    expect((await read()).open).toBeNull()
  })

  test('changes something, and names no picture from elsewhere; one that is uploaded is kept (VP6)', async () => {
    const { propose, cookie, read } = await company()
    expect((await problemOf(await propose({}))).detail).toBe(NOTHING_PROPOSED)
    for (const logoUrl of ['https://elsewhere.example/x.png', '/media/x', `/media/${'0'.repeat(64)}`])
      expect((await problemOf(await propose({ logoUrl }))).detail, logoUrl).toBe(LOGO_NOT_UPLOADED)
    const uploaded = await upload(cookie)
    expect(uploaded.status).toBe(201)
    const { url } = await uploaded.json()
    const stored = () => opened.db.select({ since: media.unusedSince }).from(media)
    expect(await stored()).toEqual([{ since: new Date(NOON) }])
    expect((await propose({ logoUrl: url })).status).toBe(200)
    expect([(await read()).open?.values.logoUrl, await stored()]).toEqual([url, [{ since: null }]])
    expect((await upload('')).status).toBe(401)
  })

  test('of another vendor is neither read, changed nor withdrawn (VP1)', async () => {
    const [own, other] = [await company(), await company()]
    await other.propose({ tags: 'theirs' })
    expect((await own.read()).open).toBeNull()
    expect((await problemOf(await own.call('DELETE', undefined, '?version=1'))).detail).toBe(STALE)
    await own.propose({ tags: 'ours' })
    expect((await other.read()).open?.values.tags).toBe('theirs')
  })
})

describe('a decision', () => {
  test('accepts some fields and returns others, is made once, and is mailed without a build for nothing (VP7)', async () => {
    const { vendorId, email, propose, review, read } = await company()
    await api.showIn(vendorId, {})
    await propose({ websiteUrl: 'https://after.example', description: 'Worse', tags: 'valves' })
    const seen = await review()
    expect((await problemOf(await decide(seen, { tags: 'accepted' }))).detail).toBe(DECIDE_EVERY_FIELD)
    const verdicts = { websiteUrl: 'accepted', description: 'returned', tags: 'accepted' } as const
    expect(await problemOf(await decide(seen, verdicts))).toMatchObject({ errors: [{ message: NOTE_NEEDED }] })
    const both = await Promise.all([decide(seen, verdicts, 'Too long'), decide(seen, verdicts, 'Too long')])
    const answers: { revision: number | null }[] = await Promise.all(both.map((answer) => answer.json()))
    expect(answers.filter(({ revision }) => typeof revision === 'number')).toHaveLength(1)
    const { current, open, decided } = await read()
    expect(current).toMatchObject({ websiteUrl: 'https://after.example', description: 'Before', tags: 'valves' })
    expect([open, decided]).toMatchObject([
      null,
      {
        accepted: ['websiteUrl', 'tags'],
        returned: ['description'],
        sent: { description: 'Worse', tags: 'valves' },
        note: 'Too long',
      },
    ])
    const [mail, ...more] = await opened.db.select().from(outbox).where(eq(outbox.template, 'proposal-decided'))
    expect([mail?.recipient, more]).toEqual([email, []])
    expect(mail?.textBody).toMatch(/Accepted: Website, Tags\..*Returned: Description\..*Too long/s)
    expect(mail?.textBody).not.toContain('after.example')
    expect((await review('decided')).decidedBy).not.toBeNull()
  })

  test('made on an older entry or proposal is refused, and nothing changes (VP8)', async () => {
    const { propose, review, edit, read } = await company()
    await propose({ description: 'Proposed' })
    const first = await review()
    await edit({ description: 'Edited' })
    expect((await problemOf(await decide(first, { description: 'accepted' }))).detail).toBe(STALE)
    const second = await review()
    expect(second.fields).toMatchObject([
      { base: 'Before', current: 'Edited', proposed: 'Proposed', isConflict: true, verdict: null },
    ])
    await propose({ tags: 'valves' })
    expect((await problemOf(await decide(second, { description: 'accepted' }))).detail).toBe(STALE)
    expect((await review()).fields).toMatchObject([{ field: 'description', isConflict: true }, { field: 'tags' }])
    expect((await read()).current.description).toBe('Edited')
  })

  test('over a newer edit loses neither side, whichever fields were changed by whom (VP8)', async () => {
    const field = fc.record({
      isProposed: fc.boolean(),
      edit: fc.constantFrom('none', 'other', 'same'),
      verdict: fc.constantFrom('accepted' as const, 'returned' as const),
    })
    const plan = fc.record(
      Object.fromEntries(PROPOSAL_FIELD_NAMES.filter((name) => name !== 'logoUrl').map((name) => [name, field])),
    )
    await fc.assert(
      fc.asyncProperty(plan, async (fields) => {
        const { propose, review, edit, read } = await company()
        const before = (await read()).current
        const value = (name: string, by: string) => {
          if (name === 'contactEmail') return `${by}@field.example`
          if (name === 'websiteUrl') return `https://${by}.example`
          return `${by} ${name}`.slice(0, 20)
        }
        const all = Object.entries(fields)
        const proposed = Object.fromEntries(
          all.flatMap(([name, { isProposed }]) => (isProposed ? [[name, value(name, 'vendor')]] : [])),
        )
        const edited = Object.fromEntries(
          all.flatMap(([name, how]) =>
            how.edit === 'none' ? [] : [[name, value(name, how.edit === 'same' ? 'vendor' : 'admin')]],
          ),
        )
        const isNothing = Object.keys(proposed).length === 0
        expect((await propose(proposed)).status).toBe(isNothing ? 400 : 200)
        await edit(edited)
        if (isNothing) return
        const seen = await review()
        const verdicts = Object.fromEntries(Object.keys(proposed).map((name) => [name, fields[name]?.verdict]))
        expect(
          seen.fields
            .filter(({ isConflict }) => isConflict)
            .map((of) => of.field)
            .toSorted(),
        ).toEqual(
          Object.keys(proposed)
            .filter((name) => fields[name]?.edit === 'other')
            .toSorted(),
        )
        expect((await decide(seen, verdicts, 'As agreed')).status).toBe(200)
        const accepted = Object.entries(proposed).filter(([name]) => verdicts[name] === 'accepted')
        expect((await read()).current).toEqual({ ...before, ...edited, ...Object.fromEntries(accepted) })
      }),
      { numRuns: 25 },
    )
  })
})

test('what contacts did is listed, the latest first, with the fields of a proposal', async () => {
  const { propose, call, vendorId } = await company()
  await propose({ tags: 'valves' })
  await call('DELETE', undefined, '?version=1')
  const answer = await api.admin.request('/api/admin/vendor-activity?limit=2')
  const { items, nextCursor }: { items: ContactActivity[]; nextCursor: string | null } = await answer.json()
  const [vendor] = await opened.db.select().from(vendorLibrary).where(eq(vendorLibrary.id, vendorId))
  expect(items).toMatchObject([
    { action: 'vendor_proposal.withdraw', name: 'Maria Ortiz', vendorName: vendor?.vendorName, fields: [] },
    { action: 'vendor_proposal.save', fields: ['tags'] },
  ])
  expect(nextCursor).not.toBeNull()
})
