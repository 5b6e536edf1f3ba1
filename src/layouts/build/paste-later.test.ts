import { afterEach, expect, test } from 'vitest'
import { finishFolder, finishing } from './finish-site.ts'
import { pasteLater } from './paste-later.ts'
import type { SiteBuild } from './site-build.ts'

afterEach(() => {
  globalThis.siteBuild = undefined
})

function aBuild(): SiteBuild {
  const stores = { pages: '/nowhere', cards: '/nowhere' }
  const build = { ...stores, outDir: '/nowhere', startedAt: 0, hashOfCode: () => undefined, finished: new Map() }
  globalThis.siteBuild = { ...build, texts: new Map() }
  return globalThis.siteBuild
}

const later = (...items: string[]) => pasteLater(items.map((item) => Buffer.from(item)))

const POLICY = '<meta http-equiv="content-security-policy" content="script-src \'none\'">'

/** What becomes of an answer of this type. */
async function served(build: SiteBuild, body: string, type: string): Promise<string> {
  const render = finishing(async () => new Response(body, { headers: { 'content-type': type } }), build)
  const answer = await render(new Request('http://localhost/events.html'), {} as never)
  return (answer instanceof Response ? answer : answer.response).text()
}

test('lists are in finished pages and texts as they were given, each in its place, and in no other answer', async () => {
  const build = aBuild()
  const [first, second, feed] = [later('<li>$& one', '<li>&#x27;two'), later('<li>three'), later('feed')]
  const page = `<html>${POLICY}<ul>${second}</ul><p>it&#x27;s</p><ul>${first}</ul></html>`
  const list = "<html><ul><li>three</ul><p>it's</p><ul><li>$& one<li>&#x27;two</ul></html>"
  expect(await served(build, page, 'text/html')).toBe(list)
  expect(await served(build, `BEGIN ${feed}\r\nEND`, 'text/calendar; charset=utf-8')).toBe('BEGIN feed\r\nEND')
  expect(build.texts?.size).toBe(0)
})

test('a list that no answer has fails the build', async () => {
  const build = aBuild()
  const mark = later('<li>one')
  expect(await served(build, mark, 'image/png')).toBe(mark)
  await expect(finishFolder(build)).rejects.toThrow('A list was not written')
})

test('where nothing pastes, as while developing, the list is written at once', () => {
  aBuild().texts = undefined
  expect(later('<li>one', '<li>two')).toBe('<li>one<li>two')
})
