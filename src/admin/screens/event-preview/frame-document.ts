import siteStyles from '#src/styles/site.css?url'

/**
 * Makes the empty document of a frame a page of the site: its language, its style sheet, scripts on. The frame holds no page of
 * ours, which all forbid being framed, but a blank one that React renders into. Resolves once the styles are there.
 */
export function dressFrame(page: Document, title: string): Promise<void> {
  page.documentElement.lang = 'en'
  page.documentElement.dataset.js = ''
  page.title = title
  const sheet = page.createElement('link')
  sheet.rel = 'stylesheet'
  sheet.href = siteStyles
  return new Promise((done) => {
    sheet.onload = () => done()
    sheet.onerror = () => done()
    page.head.append(sheet)
  })
}
