import { all, flags, on } from './root.ts'

/** The outside links that were pressed since the partners came into sight; undefined before. */
let links: string[] | undefined

/** Tells the server that this page was looked at, or what was pressed beside its partners. Whatever goes wrong stays unsaid. (product 7) */
function tell(about?: object) {
  try {
    const view = {
      pagePath: location.pathname,
      eventSlug: flags.event,
      // biome-ignore lint/suspicious/noAssignInExpressions: the script of each page has few bytes to spare
      sessionId: (sessionStorage.visit ??= `${Math.random()}`),
      referrer: document.referrer,
      ...about,
    }
    navigator.sendBeacon('/api/page-views', new Blob([JSON.stringify(view)], { type: 'application/json' }))
  } catch {}
}

on('pageshow', () => {
  tell()
  links = undefined
  for (const strip of all('[data-partners]'))
    new IntersectionObserver(([seen]) => {
      if (!seen?.isIntersecting || links) return
      links = []
      tell({ links })
    }).observe(strip)
})

// Links to other sites open in a new tab. Nothing is said of them on a page without partners.
on('click', ({ target }) => {
  const link: HTMLAnchorElement | null = target.closest?.('a[target]')
  if (!link || !links) return
  links.push(link.href)
  tell({ links })
})
