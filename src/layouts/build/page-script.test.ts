import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { packSeen, packShopPage, packSignedInBar } from './later-scripts.ts'
import { packPageScript } from './page-script.ts'

test('the script of every page stays under its budget', async () => {
  expect((await packPageScript('/_astro/b.12345678.js')).length).toBeLessThanOrEqual(2_100)
})

test('what signed-in people load stays under its budget, and has no framework in it', async () => {
  const { name, code } = await packSignedInBar()
  expect(name).toMatch(/^b\.[\da-f]{8}\.js$/)
  expect(brotliCompressSync(code).length).toBeLessThanOrEqual(8_000)
  expect(code).not.toMatch(/react/i)
})

test('what the page of an event loads once its parts are in sight stays under its budget, without a framework', async () => {
  const { code } = await packSeen()
  expect(brotliCompressSync(code).length).toBeLessThanOrEqual(2_500)
  expect(code).not.toMatch(/react|zod/i)
})

test('what pages of the shop load stays under its budget, and brings neither a framework nor schemas', async () => {
  const { name, code } = await packShopPage()
  expect(name).toMatch(/^s\.[\da-f]{8}\.js$/)
  expect(brotliCompressSync(code).length).toBeLessThanOrEqual(2_500)
  expect(code).not.toMatch(/react|zod/i)
})
