import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Db, openDb } from '#db/client.ts'
import { isConnectionFault, isSerializationFault } from '#db/fault.ts'
import { retryRead, retryWrite } from '#db/retry.ts'
import { menuItems, siteContent } from '#db/schema/index.ts'
import { countDeadlocks, type TestDb, testDb } from '#tests/support/database.ts'
import { tcpProxy } from '#tests/support/tcp-proxy.ts'

/** A database behind a proxy that can refuse, reset or hang; `direct` goes past the proxy. Each test has its own. */
async function failingNetwork() {
  const direct = await testDb()
  const proxy = await tcpProxy(direct.url)
  const { db, close } = openDb(proxy.url)
  return {
    proxy,
    db,
    direct: direct.db,
    read: () => db.select({ version: siteContent.version }).from(siteContent),
    write: () => db.update(siteContent).set({ version: 7 }),
    [Symbol.asyncDispose]: async () => {
      await proxy.close()
      await close()
      await direct.close()
    },
  }
}

// These wait for pauses and time limits, not for each other.
describe.concurrent('behind a network that fails', () => {
  test('the first read after a cold start of two seconds succeeds', async () => {
    await using network = await failingNetwork()
    network.proxy.wakeUpIn(2_000)
    expect(await retryRead(network.read)).toEqual([{ version: 1 }])
    expect(network.proxy.taken()).toBeLessThanOrEqual(2)
  })

  test.each(['refuse', 'reset'] as const)('a read succeeds at the third try: %s, then pass', async (behaviour) => {
    await using network = await failingNetwork()
    await network.proxy.behave(behaviour)
    let tries = 0
    const result = await retryRead(async () => {
      tries += 1
      if (tries === 3) await network.proxy.behave('pass')
      return network.read()
    })
    expect(result).toEqual([{ version: 1 }])
    expect(tries).toBe(3)
  })

  test('a read is tried four times at most, and the last fault comes as it was', async () => {
    await using network = await failingNetwork()
    await network.proxy.behave('refuse')
    let tries = 0
    const fault = await retryRead(() => {
      tries += 1
      return network.read()
    }).catch((error: unknown) => error)
    expect(tries).toBe(4)
    expect(isConnectionFault(fault)).toBe(true)
  })

  test('a read gives up within its five seconds when the server takes connections and never answers', async () => {
    await using network = await failingNetwork()
    await network.proxy.behave('hang')
    const fault = await retryRead(network.read).catch((error: unknown) => error)
    expect(isConnectionFault(fault)).toBe(true)
  })

  test('a read over a connection that was cut while idle succeeds', async () => {
    await using network = await failingNetwork()
    await network.read()
    network.proxy.cut()
    expect(await retryRead(network.read)).toEqual([{ version: 1 }])
  })

  test('a read over a connection that falls silent is tried on another one after two seconds', async () => {
    await using network = await failingNetwork()
    await network.read()
    network.proxy.freeze()
    expect(await retryRead(network.read)).toEqual([{ version: 1 }])
    expect(network.proxy.taken()).toBe(2)
  })

  test('a slow read that answers within the five seconds counts, whatever became of its second try', async () => {
    let tries = 0
    const read = () => {
      tries += 1
      return tries === 1 ? sleep(3_500, 'the first') : new Promise<string>(() => {})
    }
    expect(await retryRead(read)).toBe('the first')
    expect(tries).toBe(2)
  })

  test('a refusal by the database is not retried', async () => {
    await using network = await failingNetwork()
    let tries = 0
    await expect(
      retryRead(() => {
        tries += 1
        return network.db.select({ nonsense: sql`nonsense` }).from(siteContent)
      }),
    ).rejects.toThrow()
    expect(tries).toBe(1)
  })

  test('a write that may run twice goes through once the database is back, however many tries that takes', async () => {
    await using network = await failingNetwork()
    await network.proxy.behave('reset')
    let tries = 0
    await retryWrite(async () => {
      tries += 1
      if (tries === 5) await network.proxy.behave('pass')
      await network.write()
    })
    expect(await network.read()).toEqual([{ version: 7 }])
    expect(tries).toBe(5)
  })

  test.each([
    ['its time is over', { atMost: 300 }, 2],
    ['it is ended', { signal: AbortSignal.abort() }, 1],
  ])('such a write is given up when %s, with the fault as it came', async (_what, persistence, most) => {
    await using network = await failingNetwork()
    await network.proxy.behave('refuse')
    let tries = 0
    const tried = retryWrite(() => {
      tries += 1
      return network.write()
    }, persistence)
    await expect(tried).rejects.toSatisfy(isConnectionFault)
    expect(tries).toBeLessThanOrEqual(most)
  })

  test('an end in the middle of a pause does not wait for it', async () => {
    await using network = await failingNetwork()
    await network.proxy.behave('refuse')
    const leaving = new AbortController()
    let tries = 0
    const tried = retryWrite(
      async () => {
        tries += 1
        if (tries === 2) setImmediate(() => leaving.abort())
        await network.write()
      },
      { signal: leaving.signal },
    )
    await expect(tried).rejects.toSatisfy(isConnectionFault)
    expect(tries).toBeLessThanOrEqual(3)
  })

  test('a write that the database refuses is not tried again', async () => {
    await using network = await failingNetwork()
    let tries = 0
    const tried = retryWrite(() => {
      tries += 1
      return network.db.execute(sql`update site_content set nonsense = 1`)
    })
    await expect(tried).rejects.toThrow()
    expect(tries).toBe(1)
  })

  test('a transaction whose COMMIT lost its answer is not run again', async () => {
    await using network = await failingNetwork()
    network.proxy.inspect((chunk, from) => (from === 'server' && chunk.includes('COMMIT\0') ? 'reset' : 'pass'))
    let tries = 0
    const fault = await network.db
      .transaction(async (tx) => {
        tries += 1
        await tx.insert(menuItems).values({ label: 'Events', href: '/events' })
      })
      .catch((error: unknown) => error)
    expect(isConnectionFault(fault)).toBe(true)
    expect(tries).toBe(1)
    expect(await network.direct.$count(menuItems)).toBe(1)
  })

  test('a transaction that is cut before its COMMIT leaves nothing', async () => {
    await using network = await failingNetwork()
    network.proxy.inspect((chunk, from) => (from === 'client' && chunk.includes('commit\0') ? 'reset' : 'pass'))
    const work = network.db.transaction((tx) => tx.insert(menuItems).values({ label: 'Events', href: '/events' }))
    await expect(work).rejects.toSatisfy(isConnectionFault)
    expect(await network.direct.$count(menuItems)).toBe(0)
  })
})

describe('beside other transactions', () => {
  let server: TestDb & { url: string }
  beforeEach(async () => {
    server = await testDb()
    await server.db.insert(menuItems).values({ label: 'Events', href: '/events', displayOrder: 0 })
  })
  afterEach(() => server.close())
  const order = async () => (await server.db.select({ n: menuItems.displayOrder }).from(menuItems)).map((row) => row.n)
  const raise = (tx: Db) => tx.update(menuItems).set({ displayOrder: sql`${menuItems.displayOrder} + 1` })

  test('fifty increments at once that wait for each other all count', async () => {
    const increment = () =>
      server.db.transaction(async (tx) => {
        const [row] = await tx.select().from(menuItems).for('update')
        await tx.update(menuItems).set({ displayOrder: Number(row?.displayOrder) + 1 })
      })
    await Promise.all(Array.from({ length: 50 }, () => increment()))
    expect(await order()).toEqual([50])
  })

  test('a transaction that the database gave up for another is run again', async () => {
    let tries = 0
    await server.db.transaction(
      async (tx) => {
        tries += 1
        await tx.select().from(menuItems)
        if (tries === 1) await raise(server.db)
        await raise(tx)
      },
      { isolationLevel: 'repeatable read' },
    )
    expect(tries).toBe(2)
    expect(await order()).toEqual([2])
  })

  test('a transaction that is given up every time is run three times', async () => {
    let tries = 0
    const work = server.db.transaction(
      async (tx) => {
        tries += 1
        await tx.select().from(menuItems)
        await raise(server.db)
        await raise(tx)
      },
      { isolationLevel: 'repeatable read' },
    )
    await expect(work).rejects.toSatisfy(isSerializationFault)
    expect(tries).toBe(3)
  })

  test('a savepoint is run again only with the transaction around it', async () => {
    const tries = { outer: 0, inner: 0 }
    const work = server.db.transaction(
      async (tx) => {
        tries.outer += 1
        await tx.select().from(menuItems)
        await tx.transaction(async (inner) => {
          tries.inner += 1
          await raise(server.db)
          await raise(inner)
        })
      },
      { isolationLevel: 'repeatable read' },
    )
    await expect(work).rejects.toSatisfy(isSerializationFault)
    expect(tries).toEqual({ outer: 3, inner: 3 })
  })

  test('two transactions that wait for each other both take effect', async () => {
    await server.db.insert(menuItems).values({ label: 'Forum', href: '/forum', displayOrder: 0 })
    const bothHoldOne = Promise.withResolvers<void>()
    let tries = 0
    const raiseInTurn = (labels: string[]) =>
      server.db.transaction(async (tx) => {
        tries += 1
        const current = tries
        for (const label of labels) {
          await raise(tx).where(eq(menuItems.label, label))
          if (current === 2) bothHoldOne.resolve()
          await bothHoldOne.promise
        }
      })
    await Promise.all([raiseInTurn(['Events', 'Forum']), raiseInTurn(['Forum', 'Events'])])
    expect(await order()).toEqual([2, 2])
    expect(tries).toBe(3)
    expect(await countDeadlocks(server.db)).toBe(1)
  })
})
