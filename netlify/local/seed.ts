import { askForBuild } from '#src/domain/site/ask-for-build.ts'
import { HOST_TIMING, LOCAL_TIMING } from '#src/domain/site/rebuild-plan.ts'
import { parseEnv } from '#src/platform/env.ts'
import { seedWithPeople } from './database.ts'
import { openCommandDatabase } from './database-command.ts'
import { ownerSentence } from './demo-people.ts'
import { runCommand } from './run-command.ts'

/** `npm run db:seed`: the demo, into a database without events. */
async function main(): Promise<void> {
  const env = parseEnv(process.env)
  const { db, hook, server, clock, close } = await openCommandDatabase(env)
  try {
    const owner = await seedWithPeople(db, env, clock())
    if (!owner) {
      console.log('The database has events already. Nothing was changed.')
      return
    }
    console.log(`The demo is in the database.\n${ownerSentence(owner)}`)
    if (hook) await askForBuild(db, { hook, debounce: (server ? LOCAL_TIMING : HOST_TIMING).debounce })
  } finally {
    await close()
  }
}

await runCommand(main)
