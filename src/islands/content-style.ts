import { CONTENT_STYLE } from '#src/sections/content/content-style.ts'

const styled = new WeakSet<Document>()

/**
 * Gives a document the styles of content, which the built pages with content carry in their head. A page that is filled later may not
 * take a style element: its policy names the styles that it was built with.
 */
export function adoptContentStyle(page: Document): void {
  const view = page.defaultView
  if (!view || styled.has(page)) return
  styled.add(page)
  const sheet = new view.CSSStyleSheet()
  sheet.replaceSync(CONTENT_STYLE)
  page.adoptedStyleSheets.push(sheet)
}
