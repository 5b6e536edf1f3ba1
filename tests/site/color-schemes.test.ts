import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '../../src')
const DARK = /@media \(prefers-color-scheme: dark\) \{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}/g
const DECLARATION = /([\w-]+):\s*([^;{}]+);/g
const COLOR = /^(#[\da-f]{3,8}|var\(--[\w-]+\)|color-mix\(in srgb, var\(--[\w-]+\) \d+%, transparent\))$/

/** The browser tests look at the sizes of a window in one of its color schemes. (tests/e2e/support/looks.ts) */
test('the dark color scheme changes colors alone', () => {
  const files = globSync('**/*.{css,astro,ts,tsx}', { cwd: source })
  const mentions = files.flatMap((file) => {
    const text = readFileSync(join(source, file), 'utf8')
    return /\(prefers-color-scheme: dark\) *\{/.test(text) ? [text] : []
  })
  const blocks = mentions.flatMap((text) => [...text.matchAll(DARK)].map(([, block = '']) => block))
  expect(blocks).toHaveLength(mentions.join().split('(prefers-color-scheme: dark)').length - 1)
  const declarations = blocks.flatMap((block) => [...block.matchAll(DECLARATION)])
  expect(declarations.length).toBeGreaterThan(20)
  const others = declarations.filter(
    ([, name = '', value = '']) => !(/^(--[\w-]+|color|background-color)$/.test(name) && COLOR.test(value)),
  )
  expect(others.map(([text]) => text)).toEqual([])
})
