import { mkdir, mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { findCode, keepCode, nameOfCode } from './kept-code.ts'

const ENTRY = 'prerender-entry.abc.mjs'
const STYLES = [{ depth: 0, order: 0, sheet: { type: 'inline', content: 'a{}' } }]
const SCRIPTS = [{ stage: 'head-inline', content: 'start()' }]
const app = {
  getOptions: () => ({
    allPages: { home: { key: '/&src/pages/index.astro', styles: STYLES, route: 'left out' } },
    settings: { scripts: SCRIPTS },
  }),
}

let folder: string
let store: string
let outDir: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kept-code-'))
  store = join(folder, 'store')
  outDir = join(folder, 'site')
  await mkdir(join(outDir, '.prerender/chunks'), { recursive: true })
  await mkdir(join(outDir, '_astro'))
  await writeFile(join(outDir, '.prerender', ENTRY), 'export const app = 1')
  await writeFile(join(outDir, '.prerender/chunks/page.mjs'), 'export const page = 1')
  await writeFile(join(outDir, '_astro/island.js'), 'island()')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const writeFixed = (folder: string) => writeFile(join(folder, 'sw.js'), 'serve()')
const keep = (name: string, rendering: { app?: typeof app } = { app }) =>
  keepCode(name, { outDir, bundle: join(outDir, '.prerender'), writeFixed }, rendering, store)

describe('bundled code', () => {
  test('is found again with all that rendering asks for, and without what belongs to one build', async () => {
    await keep(await nameOfCode())
    const found = await findCode(store)
    expect(found).toMatchObject({ hash: expect.stringMatching(/^[0-9a-f]{64}$/), scripts: SCRIPTS })
    expect(found?.pages).toEqual([['/&src/pages/index.astro', { styles: STYLES }]])
    expect(await readFile(found?.entry ?? '', 'utf8')).toBe('export const app = 1')
    expect(await readdir(found?.fixed ?? '', { recursive: true })).toEqual(['_astro', 'sw.js', '_astro/island.js'])
  })

  test('is not found for another state of the code', async () => {
    await keep(await nameOfCode())
    for (const name of ['NODE_ENV', 'ASSETS_PREFIX']) {
      vi.stubEnv(name, 'another')
      expect(await findCode(store)).toBeUndefined()
      vi.unstubAllEnvs()
    }
    expect(await findCode(store)).toBeDefined()
  })

  test('is not kept if the code has changed while it was bundled', async () => {
    await keep('the name that it had before')
    expect(await readdir(store).catch(() => [])).toEqual([])
  })

  test.each(['site/_astro/island.js', 'bundle/chunks/page.mjs'])('with a damaged %s is not used', async (file) => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const name = await nameOfCode()
    await keep(name)
    await writeFile(join(store, name, file), '')
    expect(await findCode(store)).toBeUndefined()
    expect(warned).toHaveBeenCalledWith(expect.stringContaining('damaged'))
    expect(await readdir(store)).toEqual([])
    await keep(name)
    expect(await findCode(store)).toBeDefined()
    warned.mockRestore()
  })

  test('that another build has kept is not replaced, and neither is its description', async () => {
    const name = await nameOfCode()
    await keep(name)
    const first = await findCode(store)
    await rename(join(outDir, '.prerender', ENTRY), join(outDir, '.prerender/prerender-entry.other.mjs'))
    await Promise.all([keep(name), keep(name)])
    expect(await findCode(store)).toEqual(first)
    expect(await readdir(store)).toEqual([name])
  })

  test('is bundled and kept again if its description is missing', async () => {
    const name = await nameOfCode()
    await keep(name)
    await rm(join(store, name, 'about.json'))
    expect(await findCode(store)).toBeUndefined()
    await keep(name)
    expect(await findCode(store)).toBeDefined()
  })

  test('of older states is removed, so that three states are left', async () => {
    for (const [at, name] of ['oldest', 'older', 'old'].entries()) {
      await mkdir(join(store, name), { recursive: true })
      await utimes(join(store, name), at + 1, at + 1)
    }
    const name = await nameOfCode()
    await keep(name)
    expect((await readdir(store)).sort()).toEqual([name, 'old', 'older'].sort())
  })

  test('that a killed build had begun to keep is removed, and what another build keeps just now is not', async () => {
    for (const [name, at] of [
      ['draft-left', Date.now() / 1000 - 3_700],
      ['draft-begun', Date.now() / 1000 - 3_500],
    ] as const) {
      await mkdir(join(store, name), { recursive: true })
      await utimes(join(store, name), at, at)
    }
    const name = await nameOfCode()
    await keep(name)
    expect((await readdir(store)).sort()).toEqual([name, 'draft-begun'].sort())
  })

  test('has what Node compiled removed once there is too much of it', async () => {
    const compiled = join(folder, 'compiled')
    await mkdir(join(compiled, 'v24'), { recursive: true })
    const addFile = (at: number) => writeFile(join(compiled, 'v24', `${at}`), '')
    await Promise.all(Array.from({ length: 7_999 }, (_, at) => addFile(at)))
    const name = await nameOfCode()
    await keep(name)
    expect(await readdir(join(compiled, 'v24'))).toHaveLength(7_999)
    await addFile(8_000)
    await keep(name)
    expect(await readdir(folder)).not.toContain('compiled')
  })
})
