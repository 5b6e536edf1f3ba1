import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { BROWSER_ARGS, ensureBrowser } from './tests/support/browser.ts'

/** Files whose tests run one after the other, since they change the same pages. They begin first, or the end would wait for them. */
const PUBLISHING = [
  'admin-emergency.spec.ts',
  'admin-event-publish.spec.ts',
  'admin-feedback.spec.ts',
  'admin-menu.spec.ts',
  'feedback-published.spec.ts',
  'keyboard-walks.spec.ts',
  'vendor-logo.spec.ts',
]

export default defineConfig({
  testDir: './tests/e2e',
  globalSetup: './tests/e2e/global-setup.ts',
  // One more than there are cores: a test waits a third of its time, for a page or for the moment of its next look at it.
  workers: availableParallelism() + 1,
  fullyParallel: true,
  forbidOnly: process.env.CI === 'true',
  // Builds, databases and browsers share the machine: one second try. `npm test` names the tests that needed it.
  retries: 1,
  // What is missing is told by the limit below. This one ends what hangs, also where a machine takes three times as long.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: ensureBrowser(), args: BROWSER_ARGS },
    colorScheme: 'light',
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    // A page that still scrolls to what was filled in moves the button that is pressed next.
    contextOptions: { reducedMotion: 'reduce' },
    // Making a context and its first page takes a tenth of all processor time. Cookies, storage, caches, routes, scripts and other pages of a
    // test are gone before the next one begins, and `site-test.ts` resets what else our tests change. (decision 0071)
    reuseContext: true,
    // What one answers, `page.route` does not see. `offline.spec.ts` lets them in.
    serviceWorkers: 'block',
  },
  projects: [
    { name: 'publishing', testMatch: PUBLISHING },
    { name: 'site', testIgnore: PUBLISHING },
  ],
})
