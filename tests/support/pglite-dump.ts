import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { applyMigrations } from '#db/migrate.ts'
import * as schema from '#db/schema/index.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/**
 * The path of a dump of a migrated, empty PGlite database. Creating a database takes seconds and loading a dump a
 * fraction of one, so the dump is kept in `.cache` for as long as the migrations, migrate.ts and PGlite stay the same.
 */
export async function pgliteDump(): Promise<string> {
  const folder = join(ROOT, '.cache', 'tests')
  const path = join(folder, `pglite-${fingerprint()}.tar`)
  if (existsSync(path)) return path
  const client = await PGlite.create()
  await applyMigrations(drizzle(client, { schema, casing: 'snake_case' }))
  const dump = await client.dumpDataDir('none')
  await client.close()
  mkdirSync(folder, { recursive: true })
  const draft = join(folder, `${randomUUID()}.draft`)
  writeFileSync(draft, new Uint8Array(await dump.arrayBuffer()))
  renameSync(draft, path)
  return path
}

function fingerprint(): string {
  const migrations = join(ROOT, 'db', 'migrations')
  const files = readdirSync(migrations, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(sql|json)$/.test(name),
  )
  const hash = createHash('sha256').update(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  hash.update(readFileSync(join(ROOT, 'node_modules', '@electric-sql', 'pglite', 'package.json')))
  hash.update(readFileSync(join(ROOT, 'db', 'migrate.ts')))
  for (const name of files.sort()) hash.update(name).update(readFileSync(join(migrations, name)))
  return hash.digest('hex').slice(0, 16)
}
