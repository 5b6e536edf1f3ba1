import type { BrowserContext } from '@playwright/test'
import { PERSON_COOKIE, type Person } from '#tests/support/open-id-provider.ts'
import { freshName } from './people.ts'
import { test as siteTest } from './site-test.ts'

/** A browser test on the product that offers Google, which a real OpenID provider on loopback plays. */
export const test = siteTest.extend<{ provider: Google }>({
  baseURL: ({ empty }, use) => use(empty.url),
  provider: async ({ context, empty }, use) => {
    if (!empty.google) throw new Error('This product offers no Google: nobody plays it')
    await use(googleIn(context, empty.google))
  },
})

type Google = {
  url: string
  /** Signs this browser in as `person` there; null is somebody who refuses. */
  is: (person: Person | null) => Promise<void>
  /** Signs this browser out of our site, and of nothing else. */
  leaveSite: () => Promise<void>
}

function googleIn(context: BrowserContext, url: string): Google {
  const is: Google['is'] = (person) =>
    person
      ? context.addCookies([{ name: PERSON_COOKIE, value: encodeURIComponent(JSON.stringify(person)), url }])
      : context.clearCookies({ name: PERSON_COOKIE })
  return { url, is, leaveSite: () => context.clearCookies({ domain: 'localhost' }) }
}

/** Somebody with a Google account who never was here. */
export function stranger(email = `${freshName()}@gauge.example`): Person {
  return { sub: freshName(), email, email_verified: true, name: 'Ada Wrench' }
}
