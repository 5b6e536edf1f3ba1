import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadCode } from './render-site.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'render-site-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test.each([
  ['is not there', undefined],
  ['cannot be read', 'export const app = {'],
  ['renders in another way', 'export const app = { render: () => {} }'],
])('kept code that %s is not used, and the reason is printed', async (_, source) => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const entry = join(folder, 'entry.mjs')
  if (source !== undefined) await writeFile(entry, source)
  expect(await loadCode({ entry, hash: 'a', fixed: folder, pages: [], scripts: [] })).toBeUndefined()
  expect(warned).toHaveBeenCalledWith(expect.stringContaining('is bundled'), expect.any(String))
  warned.mockRestore()
})
