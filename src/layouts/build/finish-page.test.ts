import { describe, expect, test } from 'vitest'
import { headerPolicy, toHash } from './content-security-policy.ts'
import { finishPage, RUNTIME_FILE } from './finish-page.ts'

const runtime = '(self.Astro||(self.Astro={})).interaction=1'
const element = 'customElements.define("astro-island",f)'
const own = 'phases()'
const style = 'p{color:red}'

function page(body: string, allowed = [runtime, element, own, style, 'console.log(1)']): string {
  const hashes = allowed.map((content) => `'${toHash(content)}'`).join(' ')
  const meta = `<meta http-equiv="content-security-policy" content="default-src 'none'; script-src 'self' ${hashes}; style-src 'self' ${hashes}">`
  return `<html><head>${meta}<style>${style}</style><script>${own}</script></head><body>${body}</body></html>`
}

const island = (client: string) =>
  `<script>${runtime}</script><script>${element}</script><astro-island client="${client}" ssr></astro-island>`

describe('the policy of a page', () => {
  test('names what the page carries and nothing else, in its header alone', () => {
    const { html, scripts, styles } = finishPage(page(''))
    expect(scripts).toEqual([toHash(own)])
    expect(styles).toEqual([toHash(style)])
    expect(headerPolicy({ scripts, styles })).toContain(
      `script-src 'self' '${toHash(own)}'; style-src 'self' '${toHash(style)}'; frame-ancestors 'none'`,
    )
    expect(html).not.toContain('content-security-policy')
  })

  test('never allows what Astro had not allowed', () => {
    const { scripts } = finishPage(page('<script>evil()</script>'))
    expect(scripts).toEqual([toHash(own)])
  })

  test('is not misled by text that looks like a tag', () => {
    const { scripts } = finishPage(
      page('<i title="<script>"></i>').replace('<style>', '<meta content="<script>"><style>'),
    )
    expect(scripts).toEqual([toHash(own)])
  })
})

describe('the runtime of islands', () => {
  test('leaves the page for a file while every island waits for an interaction', () => {
    const { html, runtime: code, scripts } = finishPage(page(island('interaction')))
    expect(code).toBe(`${runtime}\n${element}`)
    expect(html).not.toContain(element)
    expect(html).toContain(`<meta name="islands" content="/${RUNTIME_FILE}">`)
    expect(scripts).toEqual([toHash(own)])
  })

  test('needs no style of its own where the style sheet of the page shows islands', () => {
    const own = '<style>astro-island,astro-slot,astro-static-slot{display:contents}</style>'
    const sheet = '<style>p{color:red}astro-island,astro-slot{display:contents}</style>'
    expect(finishPage(page(`${sheet}${own}`)).html).not.toContain(own)
    expect(finishPage(page(own)).html).toContain(own)
  })

  test('stays where an island starts by itself', () => {
    const { html, runtime: code } = finishPage(page(island('load')))
    expect(code).toBeUndefined()
    expect(html).toContain(element)
  })
})
