import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build } from 'esbuild'
import { REPEATED } from './support/scale.ts'

/**
 * `npm run test:scale`: how the database answers with up to a million rows, what is left when processes are killed some 300
 * times, thirty days of each kind of host, the site built in each phase of an event, the same site built by Astro alone, and long
 * texts of every pair of signs. `--if-changed` runs it only if a file that these tests load has changed since they last passed,
 * which `tests/scale-passed.txt` remembers. Other options are handed to Vitest.
 */

const root = join(import.meta.dirname, '..')
const remembered = join(root, 'tests/scale-passed.txt')

/** What sites are built of and with, as far as no test imports it. */
const BUILT = ['src/{pages,layouts,sections}/**/*.{astro,ts,tsx}', 'astro.config.ts', 'package-lock.json']

/** What these tests load: their own files, all that they import, the workers they start, the migrations and `BUILT`. */
async function coveredFiles(): Promise<string[]> {
  const entryPoints = globSync(['tests/**/*.scale.test.ts', ...REPEATED, 'tests/**/*worker.ts'], { cwd: root })
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    metafile: true,
    write: false,
    outdir: 'unused',
    logLevel: 'silent',
  })
  return [...Object.keys(metafile.inputs), ...globSync(['db/migrations/*.sql', ...BUILT], { cwd: root })].sort()
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  for (const file of await coveredFiles())
    hash.update(relative(root, join(root, file))).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function runSuites(): Promise<number> {
  const env = { ...process.env, SCALE: '1' }
  const options = process.argv.slice(2).filter((option) => option !== '--if-changed')
  const child = spawn(join(root, 'node_modules/.bin/vitest'), ['run', ...options], { cwd: root, env, stdio: 'inherit' })
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)))
}

const now = await fingerprint()
const last = readFileSync(remembered, { encoding: 'utf8', flag: 'a+' }).trim()
if (process.argv.includes('--if-changed') && now === last) {
  console.log('The tests at scale did not run: nothing that they load has changed since they last passed.')
} else {
  console.log('Running the tests at scale.')
  const started = performance.now()
  process.exitCode = await runSuites()
  console.log(`The tests at scale took ${((performance.now() - started) / 60_000).toFixed(1)} minutes.`)
  if (process.exitCode === 0 && process.env.CI !== 'true') writeFileSync(remembered, `${now}\n`)
}
