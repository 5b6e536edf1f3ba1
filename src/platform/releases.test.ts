import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hostReleases, netlifyReleases } from './releases.ts'

const asked: string[] = []
const at = '2026-11-20T18:00:00.000Z'
const deploys = [
  { id: 'new', state: 'ready', context: 'production', published_at: at, created_at: at },
  { id: 'old', state: 'ready', context: 'production', published_at: null, created_at: at },
  { id: 'preview', state: 'ready', context: 'deploy-preview', created_at: at },
  { id: 'failed', state: 'error', context: 'production', created_at: at },
]
const answers: Record<string, unknown> = {
  'GET /sites/s1/deploys?per_page=20&production=true': deploys,
  'GET /sites/s1': { published_deploy: { id: 'new' } },
  'POST /sites/s1/deploys/old/restore': { id: 'old' },
}
const host = createServer(({ method, url, headers }, response) => {
  const call = `${method} ${url}`
  asked.push(`${call} ${headers.authorization}`)
  response.writeHead(call in answers ? 200 : 404, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify(answers[call] ?? {}))
})
beforeAll(() => new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve)))
afterAll(() => host.close())

function open() {
  const releases = netlifyReleases({
    token: 'secret-token',
    siteId: 's1',
    api: `http://127.0.0.1:${(host.address() as AddressInfo).port}`,
  })
  if ('steps' in releases) throw new Error('There are only steps')
  return releases
}

test('deploys of production that can be published are listed, with the one that is live', async () => {
  const builtAt = Date.parse(at)
  expect(await open().list()).toEqual([
    { id: 'new', revision: null, builtAt, isLive: true },
    { id: 'old', revision: null, builtAt, isLive: false },
  ])
})

test('one is put back by its id, with the token in the header alone', async () => {
  await open().restore('old')
  expect(asked.at(-1)).toBe('POST /sites/s1/deploys/old/restore Bearer secret-token')
  await expect(open().restore('gone')).rejects.toMatchObject({ kind: 'conflict' })
  await expect(open().restore('../../x')).rejects.toMatchObject({ kind: 'conflict' })
})

test('a host that does not answer is a sentence without the token', async () => {
  const away = netlifyReleases({ token: 'secret-token', siteId: 's1', api: 'http://127.0.0.1:9' })
  const fault = 'list' in away ? await away.list().catch((cause: unknown) => cause) : undefined
  expect(fault).toMatchObject({ kind: 'unavailable' })
  expect(String(fault)).not.toContain('secret-token')
})

test('without a token there are the steps on the host', () => {
  expect(hostReleases({ netlifyToken: undefined, netlifySiteId: 's1' })).toHaveProperty('steps')
})
