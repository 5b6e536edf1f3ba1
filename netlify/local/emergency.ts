import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { makeSigningKey } from '#src/auth/signing-keys.ts'
import { type EmergencyStatus, isSiteName, type PastRelease, WRONG_NAME } from '#src/contract/emergency.ts'
import { SITE_LEVELS } from '#src/contract/site-mode.ts'
import { countEmergency, performEmergency, readEmergency } from '#src/domain/emergency/emergency.ts'
import type { EmergencyContext } from '#src/domain/emergency/emergency-action.ts'
import { type Env, parseEnv } from '#src/platform/env.ts'
import { hostReleases, type Releases } from '#src/platform/releases.ts'
import { type CommandDatabase, openCommandDatabase } from './database-command.ts'
import { type EmergencyCommand, parseEmergency, USAGE } from './emergency-command.ts'
import { serverReleases } from './hook.ts'
import { openReleases } from './releases.ts'
import { runCommand } from './run-command.ts'

/** `npm run emergency`: what owners do on the emergency reset page, for people with a shell on the server. (decision 0051) */
async function main(words: string[]): Promise<void> {
  const command = parseEmergency(words)
  if (command.verb === 'help') return console.log(USAGE)
  const env = parseEnv(process.env)
  const opened = await openCommandDatabase(env)
  try {
    const context = await makeContext(env, opened)
    if (command.verb === 'act') return await act(opened, command, context)
    const status = await readEmergency(opened.db, context)
    console.log(command.verb === 'status' ? toText(status) : describeReleases(status.releases))
  } finally {
    await opened.close()
  }
}

async function makeContext(env: Env, { server, clock }: CommandDatabase): Promise<EmergencyContext> {
  const { siteName, tokenKeys, dataDir, databaseUrl } = env
  const elsewhere = () => (databaseUrl === undefined ? keptReleases(dataDir) : remoteReleases(env))
  const releases = server ? serverReleases(server.hookUrl) : await elsewhere()
  return {
    actor: { id: 'cli' },
    now: clock(),
    site: { siteUrl: server?.address ?? env.siteUrl, siteName },
    hasOwnKeys: tokenKeys !== undefined,
    makeKey: makeSigningKey,
    releases,
    keepSessionId: null,
  }
}

/**
 * Those of the host that serves the site of `DATABASE_URL`. The ones in the data folder of this machine may be of another site: a
 * demo, or a development server.
 */
function remoteReleases(env: Env): Releases {
  const releases = hostReleases(env)
  if (!('steps' in releases)) return releases
  const first = `No server that uses this database runs on this machine. If npm start or a container serves the site, start it and run this command there. On Netlify, set NETLIFY_API_TOKEN and SITE_ID, or follow these steps:`
  return { steps: [first, ...releases.steps] }
}

/** Those in the data folder of a server that does not run: its next start serves the one put back. */
async function keptReleases(dataDir: string): Promise<Releases> {
  const kept = await openReleases(resolve(dataDir))
  return { list: async () => kept.list(), restore: kept.restore }
}

type Act = Extract<EmergencyCommand, { verb: 'act' }>

async function act({ db }: CommandDatabase, { action, isDrill, isSure }: Act, context: EmergencyContext) {
  const { siteName } = context.site
  const { sentence } = await countEmergency(db, action, context)
  console.log(isDrill ? `A drill. Without --drill: ${sentence}` : sentence)
  if (!isSure) await confirm(siteName)
  const done = await performEmergency(db, { id: randomUUID(), action, isDrill }, context)
  console.log(`${done.sentence} All owners get an email.`)
}

/** Asks for the site's name. Without a terminal there is nobody to ask. */
async function confirm(siteName: string): Promise<void> {
  if (!process.stdin.isTTY) throw new Error('Nothing was changed. Add --yes where nobody can be asked.')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const typed = await terminal.question(`Type the name of the site (${siteName}) to go on: `)
  terminal.close()
  if (!isSiteName(typed, siteName)) throw new Error(`${WRONG_NAME} Nothing was changed.`)
}

const toTime = (at: number) => new Date(at).toISOString()

function toText({ mode, mailWaiting, actions, lastDrillAt, isDrillDue }: EmergencyStatus): string {
  const name = SITE_LEVELS.find(({ level }) => level === mode.level)?.name
  const held = mode.mailHeldSince
  return [
    `Level ${mode.level}: ${name}${mode.reason ? `. Reason: ${mode.reason}` : ''}`,
    ...(mode.until ? [`Opens by itself at ${toTime(mode.until)}`] : []),
    held ? `Mail has been held since ${toTime(held)}; ${mailWaiting} messages wait.` : 'Mail is sent.',
    `Last drill: ${lastDrillAt ? toTime(lastDrillAt) : 'none'}${isDrillDue ? '. One is due.' : ''}`,
    ...actions.map(({ startedAt, by, isDrill, finishedAt, sentence }) =>
      [toTime(startedAt), by, isDrill && 'drill', !finishedAt && 'interrupted', sentence].filter(Boolean).join('  '),
    ),
  ].join('\n')
}

function describeReleases(releases: EmergencyStatus['releases']): string {
  if ('steps' in releases) return releases.steps.join('\n')
  const line = ({ id, revision, builtAt, isLive }: PastRelease) =>
    [id, toTime(builtAt), revision === null ? '' : `revision ${revision}`, isLive ? 'live' : ''].join('  ').trimEnd()
  return releases.items.map(line).join('\n') || 'No versions are kept.'
}

await runCommand(() => main(process.argv.slice(2)))
