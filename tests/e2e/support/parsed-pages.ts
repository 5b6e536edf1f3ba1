import type { Page } from '@playwright/test'

/** What a browser makes of the HTML of a page, without running any of it. */
type ParsedPage = {
  /** Every element with the names of its attributes, in order. */
  skeleton: string[]
  /** Addresses that are scripts. */
  scriptLinks: string[]
  heading: string | null
  structuredData: string | null
  /** What its first search box holds. */
  searched: string | null
}

/** Reads pages as HTML. Far cheaper than opening each, where the question is what got into their markup. */
export function parsePages(page: Page, htmls: readonly string[]): Promise<ParsedPage[]> {
  return page.evaluate(
    (sources) =>
      sources.map((html) => {
        const parsed = new DOMParser().parseFromString(html, 'text/html')
        const all = [...parsed.querySelectorAll('*')]
        const addresses = all.flatMap((element) =>
          ['href', 'src', 'action', 'formaction'].flatMap((name) => element.getAttribute(name) ?? []),
        )
        return {
          skeleton: all.map((element) => `${element.localName} ${element.getAttributeNames().sort()}`),
          scriptLinks: addresses.filter((address) => /^[\s\p{Cc}]*(javascript|data|vbscript):/iu.test(address)),
          heading: parsed.querySelector('h1')?.textContent ?? null,
          structuredData: parsed.querySelector('script[type="application/ld+json"]')?.textContent ?? null,
          searched: parsed.querySelector('input[type=search]')?.getAttribute('value') ?? null,
        }
      }),
    htmls,
  )
}
