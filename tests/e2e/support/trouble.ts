import { type BrowserContext, type ConsoleMessage, expect } from '@playwright/test'

/** Everything that went wrong in the pages of one browser context, in words. */
export type Trouble = {
  /** Lets console messages pass that fit: failures a test brings about itself. */
  allow: (pattern: RegExp) => void
  /** Policy violations so far, and no longer held against the test. */
  takeViolations: () => string[]
  expectNone: () => void
}

const BINDING = '__reportViolation'

/** Listens from before the first script of every page of the context. */
export async function watchForTrouble(context: BrowserContext): Promise<Trouble> {
  const found: string[] = []
  let violations: string[] = []
  const allowed: RegExp[] = []
  await context.exposeBinding(BINDING, (_source, text: string) => violations.push(text))
  await context.addInitScript(reportViolations, BINDING)
  context.on('dialog', (dialog) => {
    found.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  context.on('weberror', (error) => found.push(`uncaught: ${error.error().message}`))
  context.on('console', (message) => {
    if (message.type() === 'error' && !isOwnStatus(message)) found.push(`console: ${told(message)}`)
  })
  return {
    allow: (pattern) => void allowed.push(pattern),
    takeViolations: () => {
      const taken = violations
      violations = []
      return taken
    },
    expectNone: () => {
      const rest = found.filter((text) => !allowed.some((pattern) => pattern.test(text)))
      expect([...rest, ...violations], 'dialogs, errors and policy violations').toEqual([])
    },
  }
}

/** A browser also writes an error for a page that itself comes with status 404. That is what the test asked for. */
function isOwnStatus(message: ConsoleMessage): boolean {
  const isStatus = message.text().startsWith('Failed to load resource: the server responded with a status of 404')
  return isStatus && message.location().url === message.page()?.url()
}

function told(message: ConsoleMessage): string {
  return `${message.text()} (${message.location().url})`
}

/** Runs in the page. */
function reportViolations(binding: string): void {
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
    const report: unknown = Reflect.get(globalThis, binding)
    if (typeof report === 'function') report(`policy: ${effectiveDirective} ${blockedURI} ${sample}`)
  })
}
