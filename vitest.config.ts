import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { QUICK_IMPORTS, QUICK_START } from './tests/support/quick-start.ts'
import { repeatedFiles } from './tests/support/scale.ts'
import { SlowFirst } from './tests/support/slow-first.ts'

const TESTS = ['src/**/*.test.{ts,tsx}', 'db/**/*.test.ts', 'netlify/**/*.test.ts', 'tests/**/*.test.ts']
const NO_TESTS = ['tests/e2e/**', 'node_modules/**']

/** A database that is down is the same one of any version. (`tests/scale.ts`) */
const OF_ANY_VERSION = process.env.TEST_POSTGRES === 'system' ? ['tests/api/database-down.test.ts'] : []

/** Queries over up to a million rows: `npm run test:scale`. */
const AT_SCALE = ['tests/**/*.scale.test.ts']

/**
 * Tests whose servers and processes end with the process they began in, that put a module in another's place, that read the
 * whole tree, or that prove what `no-waiting.ts` spares the rest. All others follow each other in as many processes as there
 * are workers, which load what they test once, not once for each file: what that keeps, it keeps by database, and each file has
 * databases of its own.
 */
const APART = [
  'tests/*.test.ts',
  'tests/checks/planted-defects.test.ts',
  'tests/db/**/*.test.ts',
  'tests/local/**/*.test.ts',
  'netlify/local/**/*.test.ts',
  'src/layouts/build/react-renderer.test.tsx',
  'src/auth/even-time.test.ts',
  'src/auth/passwords.test.ts',
  'tests/accounts/owner.test.ts',
  'tests/accounts/timing.test.ts',
  'tests/forum/notices-kill.test.ts',
  'tests/mail-plan/plan-kill.test.ts',
]

const everywhere = {
  setupFiles: './tests/support/quiet-console.ts',
  pool: 'forks',
  execArgv: QUICK_IMPORTS,
  testTimeout: 60_000,
  hookTimeout: 120_000,
} as const

const usual = [
  {
    test: {
      ...everywhere,
      name: 'sharing',
      setupFiles: [everywhere.setupFiles, './tests/support/no-waiting.ts'],
      include: TESTS,
      exclude: [...APART, ...AT_SCALE, ...OF_ANY_VERSION, ...NO_TESTS],
      isolate: false,
    },
  },
  { test: { ...everywhere, name: 'apart', include: APART, exclude: [...AT_SCALE, ...NO_TESTS] } },
]
const scale = () => [
  { test: { ...everywhere, name: 'scale', include: [...AT_SCALE, ...repeatedFiles(TESTS)], exclude: NO_TESTS } },
]

export default defineConfig({
  test: {
    // Once for all projects, which have what it provides.
    globalSetup: './tests/support/global-setup.ts',
    env: QUICK_START,
    // One more than there are cores: a test waits for the database, for processes and for time to pass.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: SlowFirst },
    projects: process.env.SCALE === '1' ? scale() : usual,
  },
})
