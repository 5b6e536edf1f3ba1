import { chmodSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'

/** An empty folder that goes with this run of the tests, and that PostgreSQL can reach where it runs as another user. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(inject('temporaryFolder'), 'data-'))
  chmodSync(folder, 0o755)
  return folder
}
