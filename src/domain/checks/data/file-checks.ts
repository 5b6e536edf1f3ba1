import { CouldNotRun } from '#src/contract/checks.ts'
import { askEach, requireSite } from '../ask-each.ts'
import type { Check, CheckContext, Finding } from '../check.ts'

/** What a careless deploy leaves beside the pages. */
const PRIVATE_FILES = [
  '/.git/HEAD',
  '/.git/config',
  '/.env',
  '/.env.production',
  '/.netlify/state.json',
  '/.netlify/bundled/public.mjs',
  '/.netlify/functions/tick',
  '/netlify.toml',
  '/package.json',
  '/package-lock.json',
  '/_headers',
  '/_redirects',
  '/secret-key',
  '/backup.sql',
  '/dump.sql',
  '/node_modules/hono/package.json',
]
/** Pages whose scripts are looked at for source maps. */
const PAGES = ['/', '/auth', '/admin']
const MOST_SCRIPTS = 10

/** Files that must not be served. */
export const FILE_CHECKS: readonly Check[] = [
  {
    key: 'data.files',
    group: 'data',
    title: 'Private files',
    mend: 'docs/security.md: Secrets and headers',
    every: 'round',
    retries: 1,
    blips: 0,
    run: askForFiles,
  },
]

async function askForFiles(context: CheckContext): Promise<Finding> {
  const { probe } = context
  await requireSite(context)
  const pages = await askEach(PAGES, (path) => probe.ask(path))
  const missing = pages.find(({ answer }) => answer.status !== 200)
  if (missing) throw new CouldNotRun(`${missing.item} was answered with ${missing.answer.status}, so no page is there.`)
  const scripts = [...new Set(pages.flatMap(({ answer }) => scriptsOf(answer.body)))].slice(0, MOST_SCRIPTS)
  const files = [...PRIVATE_FILES, ...scripts.map((script) => `${script}.map`)]
  const answers = await askEach(files, (path) => probe.ask(path))
  const served = answers.filter(({ answer }) => answer.status !== 404)
  const mapped = (await askEach(scripts, (path) => probe.ask(path))).filter(({ answer }) =>
    /source(?:MappingURL)=/.test(answer.body),
  )
  const wrong = [
    ...served.map(({ item, answer }) => `${item} is answered with ${answer.status} instead of 404`),
    ...mapped.map(({ item }) => `${item} names a source map`),
  ]
  const evidence = { asked: files.length, scripts: scripts.length, wrong: wrong.slice(0, 20) }
  const [first] = wrong
  if (first !== undefined) return { state: 'fail', said: `${first}.`, evidence }
  const said = `${files.length} private files and source maps were answered with 404.`
  return { state: 'pass', said, evidence }
}

/** The addresses of our own scripts in a page. */
function scriptsOf(html: string): string[] {
  return [...html.matchAll(/["'](\/_astro\/[\w./-]+\.js)["']/g)].flatMap(([, path]) => path ?? [])
}
