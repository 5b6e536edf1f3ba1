import { expect, test } from 'vitest'
import { leanMarkup } from './lean-markup.ts'
import { shortenSheet } from './short-names.ts'

const css = (more = '') =>
  `/*! tailwindcss v4 | MIT License */\n@layer parts{.hero-lead{src:url(/a.v1.woff2)}.btn{color:red}.hero-lead+.hero-lead>p:hover{top:0}}@layer utilities{.sm\\:mt-4{margin:.5rem}.flex{display:flex}@media (width>=40rem){.hero-lead,.sr-only{top:0}}}${more}`
const page = (body: string, { mark = ' data-short-names="true"', style = css() } = {}) =>
  `<html lang="en"${mark}><head><style>${style}</style></head><body>${body}</body></html>`

const shortenNames = (built: string) => {
  const { html, sheet } = shortenSheet(built)
  return { html: sheet ? leanMarkup(html, sheet.shortTag) : html, sheet }
}

test('names of the style sheet are short, in its rules and in the page, and its values are what they were', () => {
  const { html, sheet } = shortenNames(
    page('<p id="a" class="hero-lead sm:mt-4 other">.hero-lead class="hero-lead"</p>'),
  )
  expect(sheet?.to).toBe(
    '@layer parts{.a{src:url(/a.v1.woff2)}.btn{color:red}.a+.a>p:hover{top:0}}@layer utilities{.b{margin:.5rem}.c{display:flex}@media (width>=40rem){.a,.sr-only{top:0}}}',
  )
  expect(html).toBe(
    page('<p id="a" class="a b other">.hero-lead class="hero-lead"</p>', { mark: '', style: sheet?.to ?? '' }),
  )
})

test('a name stays that a script which comes later might use', () => {
  // Of the buttons of the letter and of the report form; a utility of the same form comes with its own sheet.
  expect(shortenNames(page('<a class="btn sr-only flex">')).html).toContain('class="btn sr-only c"')
})

test('the short names depend on the style sheet alone, so that all its pages have one hash', () => {
  const [one, two] = [page('<p class="flex">'), page('<p class="sm:mt-4 hero-lead">')].map(
    (html) => shortenNames(html).sheet?.to,
  )
  expect(one).toBe(two)
})

test.each([
  ['of another kind', page('<p class="hero-lead">', { mark: '' })],
  ['whose island starts at once', page('<astro-island client="load"><p class="hero-lead"></astro-island>')],
])('a page %s keeps its names', (_, html) => {
  expect(shortenNames(html)).toEqual({ html: html.replace(' data-short-names="true"', ''), sheet: undefined })
})
