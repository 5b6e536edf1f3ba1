import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build } from 'esbuild'
import { findPrograms, unprivilegedUser } from '#db/postgres-programs.ts'
import { type Part, summary, total } from './support/run-report.ts'
import { runPlaywright, runVitest } from './support/run-suite.ts'
import { repeatedFiles } from './support/scale.ts'

/**
 * `npm run test:scale`: what is too dear for each run of `npm test`. How the database answers with up to a million rows, what is left
 * when processes are killed some 300 times, thirty days of each kind of host, the site built in each phase of an event, the same site built
 * by Astro alone, long texts of every pair of signs, the API on an older PostgreSQL, and every screen of the admin area in each of its
 * states. (decision 0074)
 */

const root = join(import.meta.dirname, '..')
const remembered = join(root, 'tests/scale-passed.txt')

/** One run, and what it depends on: the files with which it begins, with all that they import, and others. */
type Suite = { name: string; entryPoints: string[]; others: string[]; run: () => Promise<Part> }

/** What sites are built of and with, as far as no test imports it. */
const BUILT = ['src/{pages,layouts,sections}/**/*.{astro,ts,tsx}', 'astro.config.ts', 'package-lock.json']
/** All that a product is made of, which browser tests start. */
const PRODUCT = ['src/**', 'db/**', 'netlify/**', 'public/**', 'astro.config.ts', 'package-lock.json']
const MIGRATIONS = 'db/migrations/*.sql'

const filesOf = (patterns: string[]) => globSync(patterns, { cwd: root })

function suites(): Suite[] {
  const inBrowser = repeatedFiles('tests/e2e/*.spec.ts')
  const repeated = repeatedFiles(['tests/**/*.test.ts', 'src/**/*.test.{ts,tsx}'])
  const all: Suite[] = [
    {
      name: 'at scale',
      entryPoints: [...filesOf(['tests/**/*.scale.test.ts', 'tests/**/*worker.ts']), ...repeated],
      others: filesOf([MIGRATIONS, ...BUILT]),
      run: () => runVitest('at scale', [], { SCALE: '1' }),
    },
    {
      name: 'browser at scale',
      entryPoints: inBrowser,
      others: filesOf(PRODUCT).filter((file) => /\.\w+$/.test(file) && !/\.test\.tsx?$/.test(file)),
      run: () => runPlaywright('browser at scale', inBrowser, { SCALE: '1' }),
    },
  ]
  const older = findPrograms({ user: unprivilegedUser(), isSystem: true })
  if (older) {
    const name = `API on PostgreSQL ${older.major}`
    const run = () => runVitest(name, ['tests/api'], { TEST_POSTGRES: 'system' })
    all.push({ name, entryPoints: filesOf(['tests/api/*.test.ts']), others: filesOf([MIGRATIONS]), run })
  } else console.log('\nNo PostgreSQL is installed on this machine: the API is not tested on an older one.')
  return all
}

/** A hash of all that a suite depends on. */
async function fingerprint({ entryPoints, others }: Suite): Promise<string> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
    bundle: true,
    packages: 'external',
    // A style sheet whose address a screen asks for: it is among the files of the product.
    external: ['*?url'],
    platform: 'node',
    format: 'esm',
    metafile: true,
    write: false,
    outdir: 'unused',
    logLevel: 'silent',
  })
  const hash = createHash('sha256')
  for (const file of [...new Set([...Object.keys(metafile.inputs), ...others])].sort())
    hash.update(relative(root, join(root, file))).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

/** What passed last: suite to fingerprint. */
function readRemembered(): Map<string, string> {
  const text = readFileSync(remembered, { encoding: 'utf8', flag: 'a+' })
  return new Map(Array.from(text.matchAll(/^(.+) (\w+)$/gm), ([, suite = '', hash = '']) => [suite, hash]))
}

/**
 * Runs the tests at scale, or those of them that load something which has changed since they last passed. `tests/scale-passed.txt` remembers
 * that, except on CI, where nobody would commit it.
 */
export async function runScale({ isChangedOnly }: { isChangedOnly: boolean }): Promise<Part[]> {
  const parts: Part[] = []
  for (const suite of suites()) {
    const now = await fingerprint(suite)
    if (isChangedOnly && readRemembered().get(suite.name) === now) {
      console.log(`\n— ${suite.name}: did not run, since nothing that it loads has changed since it last passed.`)
      continue
    }
    const part = await suite.run()
    parts.push(part)
    if (part.failed > 0 || process.env.CI === 'true') continue
    const passed = [...readRemembered().set(suite.name, now)].sort().map((entry) => `${entry.join(' ')}\n`)
    writeFileSync(remembered, passed.join(''))
  }
  return parts
}

if (import.meta.main) {
  const started = performance.now()
  const parts = await runScale({ isChangedOnly: process.argv.includes('--if-changed') })
  console.log(summary(parts, (performance.now() - started) / 1000).join('\n'))
  process.exitCode = total(parts, 'failed') === 0 ? 0 : 1
}
