import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { rateLimits } from '#db/schema/security.ts'
import { auditLog } from '#db/schema/site.ts'
import type { ApiEnv } from '#src/api/context.ts'
import { requireRecentAuth, routes } from '#src/api/routes.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Viewer } from '#src/contract/viewer.ts'
import { recordAudit } from '#src/domain/audit/audit.ts'
import { verifyAuditChain } from '#src/domain/audit/verify-audit-chain.ts'
import { fromOurPage, getVisit, NOON, testApi } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'

const member: Viewer = {
  id: 'u1',
  email: 'ada@plant.example',
  username: 'ada',
  roles: [],
  isAdmin: false,
  approval: 'approved',
  aal: 1,
}

const area = new Hono<ApiEnv>()
  .route(
    '/api/things',
    routes('admin')
      .get('/:id', (c) => c.json({}))
      .post('/:id', (c) => c.json({}))
      .delete('/:id', (c) => c.json({})),
  )
  .route(
    '/api/own',
    routes('signedIn')
      .post('/fresh', requireRecentAuth, (c) => c.json({}))
      .post('/forbidden', () => {
        throw new Failure('forbidden', 'Owners alone may.')
      })
      .post('/missing', () => {
        throw new Failure('not_found', 'There is none.')
      }),
  )

describe('being refused', () => {
  let opened: TestDb
  let db: Db
  let now = NOON
  beforeAll(async () => {
    opened = await testDb()
    db = opened.db
  })
  afterAll(() => opened.close())
  let seen = 0
  beforeEach(async () => {
    seen = await db.$count(auditLog)
    now += 60_000
  })

  const send = async (path: string, method: string, viewer: Viewer | null = member) => {
    const visit = viewer && { ...getVisit(viewer), authenticatedAt: NOON - 3_600_000 }
    const api = await testApi({ area, db, clock: () => now, readVisit: async () => visit })
    const { status } = await api.request(path, { method, headers: fromOurPage })
    return status
  }
  const added = async () => {
    const rows = await db.select().from(auditLog).orderBy(auditLog.id)
    return rows.slice(seen).map(({ actor, action, subjectId, after, address, requestId }) => {
      expect([address, requestId]).toEqual(['203.0.113.7', expect.any(String)])
      return [actor, action, subjectId, after]
    })
  }

  test('a forbidden action of a signed-in person is logged with its route, not with its path', async () => {
    expect(await send('/api/things/secret-in-the-path', 'DELETE')).toBe(403)
    expect(await send('/api/own/forbidden', 'POST')).toBe(403)
    expect(await send('/api/own/fresh', 'POST')).toBe(403)
    expect(await added()).toEqual([
      ['u1', 'access.refuse', 'DELETE /api/things/:id', { reason: 'forbidden' }],
      ['u1', 'access.refuse', 'POST /api/own/forbidden', { reason: 'forbidden' }],
      ['u1', 'access.refuse', 'POST /api/own/fresh', { reason: 'step_up' }],
    ])
  })

  test('reading, other failures and strangers leave nothing', async () => {
    expect(await send('/api/things/1', 'GET')).toBe(403)
    expect(await send('/api/own/missing', 'POST')).toBe(404)
    expect(await send('/api/things/1', 'POST', null)).toBe(401)
    expect(await added()).toEqual([])
  })

  test('is written down once a minute for each person and route, however often and wherever it is tried', async () => {
    const tries = Array.from({ length: 30 }, (_, n) => send(`/api/things/${n}`, 'POST'))
    expect(new Set(await Promise.all(tries))).toEqual(new Set([403]))
    await send('/api/things/1', 'POST', { ...member, id: 'u2' })
    expect((await added()).map(([actor]) => actor)).toEqual(['u1', 'u2'])
    now += 60_001
    await send('/api/things/1', 'POST')
    expect((await added()).map(([actor]) => actor)).toEqual(['u1', 'u2', 'u1'])
    expect(await verifyAuditChain(db)).toMatchObject({ ok: true })
  })

  test('counts in the database too, for there are many processes', async () => {
    await send('/api/things/1', 'DELETE')
    const [row] = await db.select().from(rateLimits)
    expect(row?.key).toContain('refusal')
  })

  test('is answered even if it cannot be written down', async () => {
    const broken = new Proxy(db, {
      get: (target, name) => {
        if (name === 'insert') throw new Error('away')
        return Reflect.get(target, name)
      },
    })
    await expect(recordAudit(broken, { id: 'x' }, { action: 'x', subjectType: 'x', subjectId: 'x' })).rejects.toThrow()
    const api = await testApi({ area, db: broken, clock: () => now, as: member })
    const { status } = await api.request('/api/things/1', { method: 'DELETE', headers: fromOurPage })
    expect(status).toBe(403)
    expect(api.log().map(({ event }) => event)).toContain('refusal not written down')
  })
})
