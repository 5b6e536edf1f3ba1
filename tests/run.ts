import { type Part, summary, total } from './support/run-report.ts'
import { runCheck, runPlaywright, runVitest } from './support/run-suite.ts'

/**
 * `npm test`: types, lint, unused code, unit, database and API tests, then the browser. `npm test -- --scale` runs the tests at
 * scale before them, if something that they load has changed. The last line counts them all.
 */

async function checks(): Promise<Part[]> {
  return [
    // Several checkers would each work out the types that files share: twice the processor time. Collecting garbage takes a third of it,
    // for a program that needs 3 GB without.
    await runCheck('types', 'tsc', ['-p', '.', '--checkers', '1'], { GOGC: 'off', GOMEMLIMIT: '4GiB' }),
    await runCheck('lint and format', 'biome', ['ci', '.']),
    await runCheck('unused code', 'knip', ['--no-progress']),
  ]
}

/** The tests at scale, before all others; nothing where they need not run. */
async function atScale(): Promise<Part[]> {
  if (!process.argv.includes('--scale')) return []
  const { runScale } = await import('./scale.ts')
  return runScale({ isChangedOnly: true })
}

const scale = await atScale()
const started = performance.now()
// Beside the long run, whose files wait for disks and for each other's processes; one after the other, so that something is left to do
// while they wait. The browser's tests have the machine for themselves: they wait for pages.
const beside = await Promise.all([checks(), runVitest('vitest')])
const parts = [...scale, ...beside.flat(), await runPlaywright('playwright')]

console.log(summary(parts, (performance.now() - started) / 1000).join('\n'))
process.exitCode = total(parts, 'failed') === 0 ? 0 : 1
