import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { publicApi } from '#src/api/public-api.ts'
import { declaredRoutes } from '#src/api/routes.ts'
import { fromOurPage, testApi } from '#tests/support/api.ts'
import { storeEvent, storeMenu } from '#tests/support/api-rows.ts'

/** One value for everything the database holds. */
async function fingerprint(db: Db): Promise<string> {
  const tables = await db.execute(sql`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`)
  const rows = await Promise.all(
    namesOf(tables).map(async (name) => {
      const found = await db.execute(
        sql`select md5(string_agg(t::text, '|' order by t::text)) as hash from ${sql.identifier(name)} t`,
      )
      return `${name}=${JSON.stringify(found)}`
    }),
  )
  expect(rows.length).toBeGreaterThan(10)
  return rows.join('\n')
}

function namesOf(result: unknown): string[] {
  const { rows } = result as { rows: { name: string }[] }
  return rows.map((row) => row.name)
}

test('no GET or HEAD of any route changes a byte of the database, however often it is sent', async () => {
  const api = await testApi()
  await storeEvent(api.db, { eventSlug: 'tulsa-2027' })
  await storeMenu(api.db)
  const before = await fingerprint(api.db)
  const paths = declaredRoutes(publicApi).map((route) =>
    route.path.replace(/:slug.*$/, 'tulsa-2027').replace(':id', 'a'.repeat(64)),
  )
  expect(paths).toContain('/api/events/tulsa-2027')
  for (const method of ['GET', 'HEAD', 'GET'])
    for (const path of [...paths, '/api/events?limit=1', '/api/events/nobody']) await api.request(path, { method })
  expect(await fingerprint(api.db)).toBe(before)
  await api.request('/api/page-views', { method: 'POST', body: '{"pagePath":"/"}', headers: fromOurPage })
  expect(await fingerprint(api.db)).not.toBe(before)
  await api.close()
})
