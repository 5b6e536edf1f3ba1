import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import { startEmbeddedPostgres } from '#db/embedded.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
let template: Promise<string> | undefined

/** A data folder with an unmigrated embedded database in it. Making one takes seconds, so it is a copy of one in `.cache`. */
export async function dataFolder(): Promise<string> {
  template ??= findTemplate()
  const folder = temporaryFolder()
  cpSync(await template, folder, { recursive: true })
  return folder
}

/** An empty folder that goes with this run of the tests. */
export function temporaryFolder(): string {
  return mkdtempSync(join(inject('temporaryFolder'), 'data-'))
}

/** The address of an unmigrated embedded database, which ends with the worker that runs this test file. */
export async function embeddedServer(): Promise<string> {
  const { url } = await startEmbeddedPostgres({ dataDir: await dataFolder() })
  return url
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
