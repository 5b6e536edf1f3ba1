import { cpSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { unmigratedData } from './unmigrated-data.ts'

/** A data folder with an unmigrated embedded database in it. */
export async function dataFolder(): Promise<string> {
  const folder = temporaryFolder()
  cpSync(await unmigratedData(), folder, { recursive: true })
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
