import { mkdir, readdir, readFile, readlink, symlink } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startHttp } from '#netlify/local/http-server.ts'
import { openReleases, type Releases } from '#netlify/local/releases.ts'
import { createSite } from '#netlify/local/site.ts'
import type { Log } from '#src/platform/log.ts'
import { freePort } from '#tests/support/postgres-server.ts'
import { aFolder, writeSite } from './a-site.ts'

const log: Log = { info: () => {}, warn: () => {}, error: () => {} }

async function publish(releases: Releases, revision: number, files: Record<string, string> = {}): Promise<boolean> {
  const draft = await releases.draft()
  await writeSite(draft, { revision }, files)
  return releases.publish(draft)
}

describe('releases', () => {
  test('the newest is live and the two before it are kept', async () => {
    await using folder = await aFolder()
    const releases = await openReleases(folder.path)
    expect(releases.current()).toBeUndefined()
    for (const revision of [1, 2, 2, 3, 4]) expect(await publish(releases, revision)).toBe(true)
    expect(releases.current()?.info.revision).toBe(4)
    expect(await readlink(join(folder.path, 'current'))).toBe('releases/4-1')
    const names = async () => (await readdir(join(folder.path, 'releases'))).sort()
    await expect.poll(names).toEqual(['2-2', '3-1', '4-1'])
  })

  test('releases that follow each other faster than old ones are removed leave three, each time', async () => {
    await using folder = await aFolder()
    const releases = await openReleases(folder.path)
    const files = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`event/${at}/index.html`, 'text']))
    const count = async () => (await readdir(join(folder.path, 'releases'))).length
    for (let revision = 3; revision <= 30; revision += 3) {
      for (const next of [revision, revision + 1, revision + 2]) await publish(releases, next, files)
      await expect.poll(count, { interval: 10 }).toBe(3)
    }
    expect((await releases.current()?.file('/event/0/index.html'))?.bytes.toString()).toBe('text')
  })

  test('a release that was replaced keeps none of its files in memory', async () => {
    await using folder = await aFolder()
    const releases = await openReleases(folder.path)
    await publish(releases, 1, { 'index.html': 'first' })
    const first = releases.current()
    const read = await first?.file('/')
    expect(await first?.file('/')).toBe(read)
    await publish(releases, 2)
    expect(await first?.file('/')).not.toBe(read)
    expect((await first?.file('/'))?.bytes.toString()).toBe('first')
  })

  test('a file whose name carries its hash is not read and compressed again for the next release, where that has it', async () => {
    await using folder = await aFolder()
    const releases = await openReleases(folder.path)
    const script = { '_astro/a.12345678.js': 'let a' }
    await publish(releases, 1, { ...script, '_astro/b.12345678.js': 'let b', 'index.html': 'first' })
    const ask = (path: string) => releases.current()?.file(path)
    const [kept] = await Promise.all(['/_astro/a.12345678.js', '/_astro/b.12345678.js', '/'].map(ask))
    await publish(releases, 2, { ...script, 'index.html': 'second' })
    expect(await ask('/_astro/a.12345678.js')).toBe(kept)
    expect(await ask('/_astro/b.12345678.js')).toBe(undefined)
    expect((await ask('/'))?.bytes.toString()).toBe('second')
  })

  test('one that shows an older revision never goes live (BR5)', async () => {
    await using folder = await aFolder()
    const releases = await openReleases(folder.path)
    await publish(releases, 7)
    expect(await publish(releases, 6)).toBe(false)
    expect(releases.current()?.info.revision).toBe(7)
    expect(await readlink(join(folder.path, 'current'))).toBe('releases/7-1')
  })

  test('a crash during a build leaves the old site whole and nothing behind (BR7)', async () => {
    await using folder = await aFolder()
    await publish(await openReleases(folder.path), 3)
    const releasesFolder = join(folder.path, 'releases')
    await writeSite(join(releasesFolder, '.draft-999-1'), { revision: 4 })
    await mkdir(join(releasesFolder, '5-1'))
    await symlink('releases/5-1', join(folder.path, 'current.next'))
    const releases = await openReleases(folder.path)
    expect(releases.current()?.info.revision).toBe(3)
    expect((await readdir(releasesFolder)).sort()).toEqual(['3-1', '5-1'])
    expect(await publish(releases, 5)).toBe(true)
    expect(await readlink(join(folder.path, 'current'))).toBe('releases/5-2')
  })

  test('a build without a build.json is not a release', async () => {
    await using folder = await aFolder()
    const releases = await openReleases(folder.path)
    const draft = await releases.draft()
    await writeSite(draft, { revision: 1 }, { 'build.json': '{"of":"another site"}' })
    await expect(releases.publish(draft)).rejects.toThrow('did not write a usable build.json')
    expect(releases.current()).toBeUndefined()
  })
})

describe('visitors during switches (BR7)', () => {
  test('a thousand requests at once all get one consistent version', async () => {
    await using folder = await aFolder()
    const releases = await openReleases(folder.path)
    const filler = 'x'.repeat(100_000)
    const getPage = (revision: number) => `start ${revision} ${filler} end ${revision}`
    await publish(releases, 1, { 'index.html': getPage(1) })
    const port = await freePort()
    const site = createSite({ functions: [], current: releases.current, older: releases.older, log })
    const http = await startHttp({ port }, site)
    try {
      let revision = 1
      let isDone = false
      const switching = (async () => {
        while (!isDone) {
          revision += 1
          await publish(releases, revision, { 'index.html': getPage(revision) })
          await readFile(join(folder.path, 'current/build.json'))
        }
      })()
      const answers = await Promise.all(Array.from({ length: 1000 }, () => get(port)))
      isDone = true
      await switching
      expect(answers.filter((answer) => answer.status !== 200)).toEqual([])
      const mixed = answers.filter(({ body }) => body !== getPage(Number(/^start (\d+)/.exec(body)?.[1])))
      expect(mixed).toEqual([])
      expect(revision).toBeGreaterThan(2)
    } finally {
      await http.stop()
    }
  })
})

function get(port: number): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({ host: '127.0.0.1', port, path: '/', agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ status: response.statusCode, body: Buffer.concat(chunks).toString() }))
      response.on('error', reject)
    })
    outgoing.on('error', reject).end()
  })
}
