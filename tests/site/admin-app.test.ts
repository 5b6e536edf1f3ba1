import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packAdmin, writeAdmin } from '#src/layouts/build/pack-admin.ts'

const PATIENCE = 120_000

test('the admin area is packed once for the same code', { timeout: PATIENCE }, async () => {
  const first = await packAdmin()
  const packedAt = (await stat(join(first.folder, 'manifest.json'))).mtimeMs
  const second = await packAdmin()
  expect(second).toEqual(first)
  expect((await stat(join(second.folder, 'manifest.json'))).mtimeMs).toBe(packedAt)
})

test('what the page names is there, under names that change with their content', { timeout: PATIENCE }, async () => {
  const { folder, entry, preloads } = await packAdmin()
  for (const address of [entry, ...preloads]) {
    expect(address).toMatch(/^\/_astro\/[\w.-]+-[\w-]{8}\.js$/)
    expect((await stat(join(folder, address))).size).toBeGreaterThan(0)
  }
  const entryCode = await readFile(join(folder, entry), 'utf8')
  for (const address of preloads) expect(entryCode + preloads.join()).toContain(address.split('/').at(-1))
})

test('it is laid over a site without its manifest', { timeout: PATIENCE }, async () => {
  const packed = await packAdmin()
  const site = await mkdtemp(join(tmpdir(), 'site-'))
  await writeAdmin(packed, site)
  expect(await readdir(site)).toEqual(['_astro'])
  expect(await readdir(join(site, '_astro'))).toContain(packed.entry.split('/').at(-1))
  await rm(site, { recursive: true })
})

test('packed at the same time by several builds it is packed whole', { timeout: PATIENCE }, async () => {
  const all = await Promise.all([packAdmin(), packAdmin(), packAdmin()])
  expect(new Set(all.map(({ entry }) => entry)).size).toBe(1)
})
