import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { folderForData } from './memory.ts'
import { startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder for this run, which goes with it. */
    temporaryFolder: string
    /** The maintenance database of this run's PostgreSQL. */
    postgresUrl: string
    /** The host in the address of one of its databases, for a connection by its socket. */
    postgresSocketHost: string
  }
}

/** Once per run: one PostgreSQL server with a migrated template database, and a folder. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  project.provide('postgresUrl', server.url)
  project.provide('postgresSocketHost', server.socketHost)
  const folder = mkdtempSync(join(folderForData(), 'workshop-tests-'))
  chmodSync(folder, 0o755) // PostgreSQL, which does not run as root, keeps data folders below it
  project.provide('temporaryFolder', folder)
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
