import siteStyles from '#src/styles/site.css?url'

/**
 * Makes the empty document of a frame a page of the site: its language, its style sheet, scripts on. The frame holds no page of
 * ours, which all forbid being framed, but a blank one that React renders into. Resolves once the styles are there.
 */
export function dressFrame(page: Document, title: string): Promise<void> {
  page.documentElement.lang = 'en'
  page.documentElement.dataset.js = ''
  page.title = title
  page.addEventListener('error', ({ target }) => hideLogo(target), true)
  const sheet = page.createElement('link')
  sheet.rel = 'stylesheet'
  sheet.href = siteStyles
  return new Promise((done) => {
    sheet.onload = () => done()
    sheet.onerror = () => done()
    page.head.append(sheet)
  })
}

/** A logo that cannot be loaded leaves the strip, as visitors see it. Hidden, not removed: React knows the list. (product 4) */
function hideLogo(target: EventTarget | null): void {
  const image = target as Element | null
  if (!image?.matches?.('[data-logo]')) return
  const item = image.closest<HTMLElement>('li')
  if (item) item.hidden = true
}
