import style from './landing-style.css?inline'

const styled = new WeakSet<Document>()

/**
 * Gives a document the styles of an event's page under the names that sections are written with: a built page has them under names of
 * its own, which the build made short. (decision 0067)
 */
export function adoptLandingStyle(page: Document): void {
  const view = page.defaultView
  if (!view || styled.has(page)) return
  styled.add(page)
  const sheet = new view.CSSStyleSheet()
  sheet.replaceSync(style)
  page.adoptedStyleSheets.push(sheet)
}
