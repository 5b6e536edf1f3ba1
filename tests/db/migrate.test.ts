import { afterAll, describe, expect, test } from 'vitest'
import { siteContent } from '#db/schema/index.ts'
import { databases } from '#tests/support/database.ts'

describe.each(databases)('on $name', async ({ open }) => {
  const { db, close } = await open()
  afterAll(close)

  test('a migrated database has its one site_content row', async () => {
    expect(await db.select().from(siteContent)).toMatchObject([{ id: 1, version: 1 }])
  })
})
