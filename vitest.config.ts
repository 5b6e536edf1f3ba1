import { defineConfig } from 'vitest/config'

const TESTS = ['src/**/*.test.{ts,tsx}', 'db/**/*.test.ts', 'netlify/**/*.test.ts', 'tests/**/*.test.ts']
const NO_TESTS = ['tests/e2e/**', 'node_modules/**']

/**
 * Tests whose servers and processes end with the process they began in, that put a module in another's place, or that read the
 * whole tree. All others follow each other in as many processes as there are workers, which load what they test once, not once
 * for each file: what that keeps, it keeps by database, and each file has databases of its own.
 */
const APART = [
  'tests/*.test.ts',
  'tests/db/**/*.test.ts',
  'tests/local/**/*.test.ts',
  'netlify/local/**/*.test.ts',
  'src/auth/even-time.test.ts',
  'tests/accounts/owner.test.ts',
  'tests/forum/notices-kill.test.ts',
]

const everywhere = {
  setupFiles: './tests/support/quiet-console.ts',
  pool: 'forks',
  testTimeout: 60_000,
  hookTimeout: 120_000,
} as const

export default defineConfig({
  test: {
    // Once for both projects, which have what it provides.
    globalSetup: './tests/support/global-setup.ts',
    maxWorkers: 2,
    projects: [
      { test: { ...everywhere, name: 'sharing', include: TESTS, exclude: [...APART, ...NO_TESTS], isolate: false } },
      { test: { ...everywhere, name: 'apart', include: APART, exclude: NO_TESTS } },
    ],
  },
})
