import { defineConfig } from 'vitest/config'

/**
 * Tests whose files may follow each other in one process: what they load keeps nothing, or keeps it by database, and each
 * has a database of its own. So a worker loads it once, not once for each file.
 */
const SHARING = ['src/contract/**/*.test.ts', 'tests/reports/**/*.test.ts']

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
      { test: { ...everywhere, name: 'sharing', include: SHARING, isolate: false } },
      {
        test: {
          ...everywhere,
          name: 'apart',
          include: ['src/**/*.test.{ts,tsx}', 'db/**/*.test.ts', 'netlify/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: [...SHARING, 'tests/e2e/**', 'node_modules/**'],
        },
      },
    ],
  },
})
