import { askForBuild } from '#src/domain/site/ask-for-build.ts'
import { HOST_TIMING, LOCAL_TIMING } from '#src/domain/site/rebuild-plan.ts'
import { parseEnv } from '#src/platform/env.ts'
import { type CommandDatabase, openCommandDatabase } from './database-command.ts'
import { type Done, parseCommand, USAGE } from './event-command.ts'
import { runCommand } from './run-command.ts'
import { watchBuild } from './watch-build.ts'

/** `npm run event`: the editor's commands, through the same functions as everything else. */
async function main(words: readonly string[]): Promise<boolean> {
  const env = parseEnv(process.env)
  const command = parseCommand(words, env.siteUrl)
  if (!command) {
    console.error(USAGE)
    return false
  }
  const opened = await openCommandDatabase(env)
  try {
    const done = await command(opened.db)
    console.log(done.sentence)
    return done.revision === null || (await bringLive(opened, done, done.revision))
  } finally {
    await opened.close()
  }
}

/** Has the site built, and waits for it if the server is on this machine. */
async function bringLive({ db, server, hook }: CommandDatabase, { slug }: Done, revision: number): Promise<boolean> {
  if (!hook) {
    console.log('No server is running here. The site will be built when it next starts.')
    return true
  }
  const asked = await askForBuild(db, { hook, debounce: (server ? LOCAL_TIMING : HOST_TIMING).debounce })
  if (asked.outcome === 'failed') console.log(`${asked.reason} The schedule will try again within a minute.`)
  if (!server) return true
  const isLive = await watchBuild(db, { revision, say: (line) => console.log(line) })
  if (isLive) console.log(slug === undefined ? server.address : `${server.address}/event/${slug}`)
  return isLive
}

await runCommand(async () => {
  process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1
})
