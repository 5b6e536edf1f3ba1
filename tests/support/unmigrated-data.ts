import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '#db/embedded.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
let template: Promise<string> | undefined

/** A data folder with an unmigrated embedded database in it, to be copied. Making one takes seconds, so it is kept in `.cache`. */
export function unmigratedData(): Promise<string> {
  template ??= findTemplate()
  return template
}

/** Two that make it at once both succeed: the slower one keeps its own. */
async function findTemplate(): Promise<string> {
  const pglite = JSON.parse(readFileSync(join(ROOT, 'node_modules/@electric-sql/pglite/package.json'), 'utf8'))
  const path = join(ROOT, '.cache', 'tests', `data-folder-${pglite.version}`)
  if (existsSync(path)) return path
  mkdirSync(join(path, '..'), { recursive: true })
  const draft = mkdtempSync(`${path}-draft-`)
  const { stop } = await startEmbeddedPostgres({ dataDir: draft })
  await stop()
  rmSync(join(draft, 'owner.lock'))
  try {
    renameSync(draft, path)
    return path
  } catch {
    return draft
  }
}
