import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openDb } from '#db/client.ts'
import { describeConnectionFault, isConnectionFault } from '#db/fault.ts'
import { migrate } from '#db/migrate.ts'
import { mayReplace, parseBuildInfo } from '#src/contract/build.ts'
import { type BuiltShell, parseBuiltShell, SHELL_FILE } from '#src/contract/forum-shell.ts'
import { addStarterSet } from '#src/domain/mail-rules/add-starter-set.ts'
import { parseEnv } from '#src/platform/env.ts'
import { readLiveSite } from '#src/platform/live-site.ts'
import { BUILD_SITE } from './build-site.ts'
import { hostVariables } from './runtime.ts'

/**
 * The build command on the host: migrate, build, then refuse to publish what is older than the live site. Ends with 1
 * and a sentence when anything goes wrong, so that the deploy before stays. (security BR5, BR6)
 */
async function build(variables: Record<string, string | undefined>): Promise<void> {
  const { CONTEXT: context = 'production', ...given } = hostVariables(variables)
  const isPreview = context !== 'production'
  const { databaseUrl, siteUrl, secretKeys } = parseEnv(given)
  if (databaseUrl === undefined) throw new Error('DATABASE_URL is not set. A build reads its pages from the database.')
  if (secretKeys === undefined)
    throw new Error('SECRET_KEY is not set. `npm run keys -- secret` prints one. Nothing is published.')
  // A preview may share the database of the published site, whose code does not know the preview's schema. (security P-23)
  if (!isPreview) await bringUpToDate(databaseUrl)
  await buildSite({ ...given, BUILD_NOW: new Date().toISOString(), ASTRO_TELEMETRY_DISABLED: '1' })
  const shell = await takeShell('dist')
  // It loads the code of all functions: not before there is a site to publish.
  const { bundleFunctions } = await import('./bundle-functions.ts')
  for (const { name, bytes } of await bundleFunctions({ shell }))
    console.log(`Packed ${name}: ${Math.round(bytes / 1024)} KB`)
  if (!isPreview) await refuseOlder(siteUrl)
}

async function bringUpToDate(databaseUrl: string): Promise<void> {
  try {
    console.log(`Migrations applied: ${await migrate(databaseUrl)}`)
    const { db, close } = openDb(databaseUrl, { max: 1 })
    await addStarterSet(db).finally(close)
  } catch (cause) {
    throw isConnectionFault(cause) ? new Error(describeConnectionFault(databaseUrl, cause), { cause }) : cause
  }
}

async function buildSite(environment: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, [...BUILD_SITE, 'dist'], { stdio: 'inherit', env: environment })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('The build failed. Nothing is published.')
}

/** The forum's shell leaves the site for the function that fills it. */
async function takeShell(site: string): Promise<BuiltShell> {
  const file = join(site, SHELL_FILE)
  const shell = parseBuiltShell(JSON.parse(await readFile(file, 'utf8')))
  if (!shell) throw new Error('The build did not write a usable page for the forum. Nothing is published.')
  await rm(file)
  return shell
}

/** A live site that cannot be read says nothing of its age; the reconciler puts right what that lets through. */
async function refuseOlder(siteUrl: string): Promise<void> {
  const built = parseBuildInfo(JSON.parse(await readFile('dist/build.json', 'utf8')))
  if (!built) throw new Error('The build did not write a usable build.json. Nothing is published.')
  const live = await readLiveSite(siteUrl)
  if (mayReplace(built, live)) return
  throw new Error(
    `Revision ${live?.revision} is live and is newer than this build of ${built.revision}. Nothing is published.`,
  )
}

build(process.env).catch((cause: unknown) => {
  console.error(cause instanceof Error ? cause.message : cause)
  process.exitCode = 1
})
