import { resolve } from 'node:path'
import { joinEmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded.ts'
import { describeConnectionFault, isUnreachable } from '#db/fault.ts'
import { parseEnv } from '#src/platform/env.ts'
import { runCommand } from './run-command.ts'

/** The database a chore works on. `isOurs` says that it is the embedded one, in the data folder of this machine. */
type Target = { url: string; isOurs: boolean }

/**
 * Runs a chore on the database of `DATABASE_URL`, else on the embedded one in `DATA_DIR`: the running server's, or opened
 * for this chore. `alone` refuses a running server's. Prints the sentence that the chore resolves with; a fault is a
 * sentence too, and the process ends with 1.
 */
export async function runDatabaseCommand(
  chore: (target: Target) => Promise<string>,
  { alone = false }: { alone?: boolean } = {},
): Promise<void> {
  await runCommand(async () => {
    const { databaseUrl, dataDir } = parseEnv(process.env)
    if (databaseUrl !== undefined) return console.log(await reach(databaseUrl, chore))
    const open = alone ? startEmbeddedPostgres : joinEmbeddedPostgres
    const { url, stop } = await open({ dataDir: resolve(dataDir) })
    try {
      console.log(await chore({ url, isOurs: true }))
    } finally {
      await stop()
    }
  })
}

async function reach(url: string, chore: (target: Target) => Promise<string>): Promise<string> {
  try {
    return await chore({ url, isOurs: false })
  } catch (cause) {
    throw isUnreachable(cause) ? new Error(describeConnectionFault(url, cause), { cause }) : cause
  }
}

/** The one word given after the command; ends the process with `usage` when there is none or more. */
export function onlyWord(usage: string): string {
  const [word, ...more] = process.argv.slice(2)
  if (word !== undefined && more.length === 0) return word
  console.error(usage)
  process.exit(1)
}
