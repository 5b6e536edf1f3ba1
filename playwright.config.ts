import { defineConfig } from '@playwright/test'
import { BROWSER_ARGS, ensureBrowser } from './tests/support/browser.ts'

export default defineConfig({
  testDir: './tests/e2e',
  globalSetup: './tests/e2e/global-setup.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: process.env.CI === 'true',
  // Builds, databases and two browsers share the machine: one second try, which the last lines of `npm test` tell of.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: ensureBrowser(), args: BROWSER_ARGS },
    colorScheme: 'light',
    locale: 'en-US',
    timezoneId: 'America/Chicago',
  },
})
