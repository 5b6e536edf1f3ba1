import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { packPageScript } from './page-script.ts'
import { packSignedInBar } from './signed-in-bar.ts'

test('the script of every page stays under its budget', async () => {
  expect((await packPageScript('/_astro/bar.12345678.js')).length).toBeLessThanOrEqual(2_000)
})

test('what signed-in people load stays under its budget, and has no framework in it', async () => {
  const { name, code } = await packSignedInBar()
  expect(name).toMatch(/^bar\.[\da-f]{8}\.js$/)
  expect(brotliCompressSync(code).length).toBeLessThanOrEqual(8_000)
  expect(code).not.toMatch(/react/i)
})
