import { chmodSync, existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { findPrograms, unprivilegedUser } from '#db/postgres-programs.ts'
import { temporaryFolder } from '#tests/support/embedded.ts'

const { finder } = vi.hoisted(() => ({ finder: { isSystem: false, isNone: false } }))
vi.mock('#db/postgres-programs.ts', async (original) => {
  const real = await original<typeof import('#db/postgres-programs.ts')>()
  const find: typeof real.findPrograms = (options) =>
    finder.isNone ? undefined : real.findPrograms({ ...options, isSystem: finder.isSystem })
  return { ...real, findPrograms: find }
})
afterEach(() => Object.assign(finder, { isSystem: false, isNone: false }))

describe('on a platform without programs of its own', () => {
  finder.isSystem = true
  const installed = findPrograms({ user: unprivilegedUser() })
  finder.isSystem = false

  test.skipIf(installed === undefined)('a system PostgreSQL from version 15 on serves', async () => {
    finder.isSystem = true
    const dataDir = temporaryFolder()
    const { url, stop } = await startEmbeddedPostgres({ dataDir })
    expect(await migrate(url)).toBeGreaterThan(0)
    await stop()
    expect(JSON.parse(readFileSync(join(dataDir, 'workshop-site.json'), 'utf8'))).toMatchObject({
      postgres: installed?.major,
    })
  })

  test('the start says what to do where there is no PostgreSQL at all', async () => {
    finder.isNone = true
    const dataDir = join(temporaryFolder(), 'new')
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
      /no PostgreSQL for this machine.*Install PostgreSQL, or set DATABASE_URL/,
    )
    expect(existsSync(join(dataDir, 'workshop-site.json'))).toBe(false)
  })
})

test.skipIf(process.getuid?.() !== 0)(
  'a folder in a home of root has its files elsewhere, and every start says where',
  async () => {
    const dataDir = temporaryFolder()
    chmodSync(dataDir, 0o700)
    const first = await startEmbeddedPostgres({ dataDir })
    const { files } = JSON.parse(readFileSync(join(dataDir, 'workshop-site.json'), 'utf8'))
    try {
      expect(first.remarks).toEqual([
        `PostgreSQL does not run as root, and no other user can reach ${dataDir}. The files of the database are in ${files}.`,
      ])
      expect(statSync(files)).toMatchObject({ uid: unprivilegedUser().uid })
      expect(statSync(files).mode & 0o077).toBe(0)
      await migrate(first.url)
      await first.stop()
      const second = await startEmbeddedPostgres({ dataDir })
      expect(second.remarks).toEqual(first.remarks)
      expect(await migrate(second.url)).toBe(0)
      await second.stop()
    } finally {
      rmSync(dirname(files), { recursive: true, force: true })
    }
  },
)
