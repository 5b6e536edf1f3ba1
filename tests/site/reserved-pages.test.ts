import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RESERVED_PAGES } from '#src/contract/content-page.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The first part of a path or of a file's name, as an address has it; none for one that has a parameter or a sign in it. */
function firstPart(path: string): string[] {
  const [part = ''] = path.replace(/^\//, '').split('/')
  const name = part.replace(/\..*$/, '')
  return /^[a-z0-9-]{3,}$/.test(name) ? [name] : []
}

test('no page of an editor can take an address that the site has of its own', () => {
  const pages = readdirSync(join(root, 'src/pages')).filter((name) => !/^[_[]/.test(name))
  const functions = readdirSync(join(root, 'netlify/functions')).map((name) => read(`netlify/functions/${name}`))
  const paths = functions.flatMap((source) => [...source.matchAll(/'(\/[^']*)'/g)].map(([, path = '']) => path))
  const redirects = [...read('netlify.toml').matchAll(/^\s*from = "([^"]*)"/gm)].map(([, path = '']) => path)
  const files = readdirSync(join(root, 'public'))
  const ours = [...pages, ...paths, ...redirects, ...files].flatMap(firstPart)
  expect(ours.length).toBeGreaterThan(30)
  expect(ours.filter((name) => !RESERVED_PAGES.has(name))).toEqual([])
})
