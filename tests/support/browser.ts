import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const KNOWN_PLACES = [
  // Chromium without its windows: it draws and runs the same, for two thirds of the processor time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Flags for a browser that may run as root, without a GPU, on a closed network. */
export const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Path of a Chrome or Chromium on this machine: `CHROME_PATH`, a known place, or Playwright's own download. */
function findBrowser(): string | undefined {
  const own = process.env.CHROME_PATH
  const candidates = own ? [own, ...KNOWN_PLACES] : KNOWN_PLACES
  return [...candidates, chromium.executablePath()].find((path) => existsSync(path))
}

/** The browser, installed first when the machine has none. Throws an Error that says what to do when that fails. */
export function ensureBrowser(): string {
  const found = findBrowser()
  if (found) return found
  console.log('No Chrome or Chromium found: installing one.')
  run('npx', ['playwright', 'install', 'chromium'])
  if (!findBrowser() && process.getuid?.() === 0) {
    run('apt-get', ['update'])
    run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium-headless-shell'])
  }
  const installed = findBrowser()
  if (installed) return installed
  throw new Error(
    'The browser tests need Chrome or Chromium. Install one, or set CHROME_PATH to its program, and run npm test again.',
  )
}

function run(command: string, args: string[]): void {
  spawnSync(command, args, { stdio: 'inherit', timeout: 600_000 })
}
