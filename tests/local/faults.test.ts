import crypto from 'node:crypto'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readOwner } from '#db/owner-lock.ts'
import answerAccounts from '#netlify/functions/auth.ts'
import { temporaryFolder } from '#tests/support/embedded.ts'
import { freePort } from '#tests/support/postgres-server.ts'
import { aServer, run, until } from './a-server.ts'
import { aFolder, writeSite } from './a-site.ts'

const SERVER = 'netlify/local/server.ts'

describe('a start that cannot succeed ends with 1 and a sentence', () => {
  test('on an unusable environment, naming every variable at fault', async () => {
    const { code, output } = await run(SERVER, [], { PORT: 'many', SEED: 'plenty' })
    expect(code).toBe(1)
    expect(output).toContain('PORT must be a number')
    expect(output).toContain('SEED must be demo or none')
    expect(output).not.toContain('    at ')
  })

  test('on a busy port, naming it, before anything is made', async () => {
    await using folder = await aFolder()
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const address = other.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const { code, output } = await run(SERVER, [], { PORT: String(port), DATA_DIR: join(folder.path, 'data') })
    other.close()
    expect(code).toBe(1)
    expect(output).toBe(`Port ${port} is in use. Stop the program that uses it, or set PORT to another port.\n`)
    await expect(stat(join(folder.path, 'data'))).rejects.toThrow('ENOENT')
  })

  test('on a database that cannot be reached, naming its host and no password', async () => {
    await using folder = await aFolder()
    const port = await freePort()
    const { code, output } = await run(SERVER, [], {
      PORT: String(await freePort()),
      DATA_DIR: folder.path,
      DATABASE_URL: `postgres://someone:geheim@127.0.0.1:${port}/site`,
    })
    expect(code).toBe(1)
    expect(output).toContain(`Cannot reach the database at 127.0.0.1:${port}`)
    expect(output).not.toContain('geheim')
  })

  test('on a Node without Argon2, before anything is made; the function for accounts logs the same and answers 503', async () => {
    const { argon2 } = crypto
    onTestFinished(() => void Object.assign(crypto, { argon2 }))
    Object.assign(crypto, { argon2: undefined })
    const sentence = `Passwords cannot be hashed: Argon2 does not work in Node ${process.versions.node}. Use Node 24.7 or later.`
    await using folder = await aFolder()
    const dataDir = join(folder.path, 'data')
    await expect(aServer({ DATA_DIR: dataDir })).rejects.toThrow(sentence)
    await expect(stat(dataDir)).rejects.toThrow('ENOENT')

    const logged = vi.spyOn(console, 'error').mockReturnValue()
    onTestFinished(() => logged.mockRestore())
    const request = new Request('https://workshops.example/api/auth/session')
    const { status } = await answerAccounts(request, { ip: '203.0.113.7', requestId: 'r' })
    expect([status, logged.mock.calls]).toEqual([503, [[sentence]]])
  })

  test('on another program’s folder, leaving it as it is', async () => {
    await using folder = await aFolder()
    await writeSite(folder.path, { revision: 1 })
    const { code, output } = await run(SERVER, [], { PORT: String(await freePort()), DATA_DIR: folder.path })
    expect(code).toBe(1)
    expect(output).toContain('holds other files')
  })
})

test('an embedded database that is killed comes back; pages are served all the while, the API says 503', async () => {
  const dataDir = temporaryFolder()
  await using server = await aServer({ DATA_DIR: dataDir })
  const first = readOwner(dataDir)
  if (!first) throw new Error('Nobody owns the data folder.')
  process.kill(first.databasePid, 'SIGKILL')
  const answers = new Set<string>()
  await until(async () => {
    expect((await fetch(`${server.origin}/`)).status).toBe(200)
    const { status, headers } = await fetch(`${server.origin}/api/health`)
    answers.add(`${status}${headers.has('retry-after') ? ' later' : ''}`)
    await sleep(200)
    return status === 200 && server.said.includes('The database is running again.')
  })
  expect([...answers].filter((answer) => !['200', '503 later'].includes(answer))).toEqual([])
  const second = readOwner(dataDir)
  expect(second?.url).toBe(first.url)
  expect(second?.databasePid).not.toBe(first.databasePid)
  expect((await fetch(`${server.origin}/api/events`)).status).toBe(200)
}, 60_000)
