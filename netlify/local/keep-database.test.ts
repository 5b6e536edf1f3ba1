import { expect, test } from 'vitest'
import { keepDatabase } from './keep-database.ts'

/** Databases that end when told; `fails` refuses every start but the first. */
function aDatabase({ fails = false } = {}) {
  const starts: (string | undefined)[] = []
  const said: string[] = []
  let kill = () => {}
  const start = async (url?: string) => {
    starts.push(url)
    if (fails && starts.length > 1) throw new Error('The folder is in use.')
    const { promise: ended, resolve } = Promise.withResolvers<string | undefined>()
    kill = () => resolve('No space left on device')
    const remarks = starts.length > 1 ? ['It has recovered.'] : []
    return { url: 'postgres://here', ended, stop: async () => resolve(undefined), remarks }
  }
  const die = async () => {
    const before = said.length
    kill()
    while (said.length === before || /being restarted\./.test(said.at(-1) ?? '')) {
      if (/not be restarted/.test(said.at(-1) ?? '')) return
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  }
  return { starts, said, die, keeping: { start, say: (line: string) => said.push(line), pauses: [0, 0, 0] } }
}

test('a database that ends unasked comes back at its address, and those who wait hear of it', async () => {
  const { starts, said, die, keeping } = aDatabase()
  const database = await keepDatabase(keeping)
  let heard = 0
  database.onBack(() => (heard += 1))
  await die()
  expect(starts).toEqual([undefined, 'postgres://here'])
  expect(heard).toBe(1)
  expect(said).toEqual([
    'The database has stopped (No space left on device) and is being restarted. Until then, pages are served and the API answers 503.',
    'It has recovered.',
    'The database is running again.',
  ])
  await database.stop()
  expect(starts).toHaveLength(2)
})

test('one that dies again and again is given up with a sentence', async () => {
  const { starts, said, die, keeping } = aDatabase()
  const database = await keepDatabase(keeping)
  for (let deaths = 0; deaths < 4; deaths += 1) await die()
  expect(starts).toHaveLength(4)
  expect(said.at(-1)).toMatch(/stopped 4 times in a row .* and will not be restarted/)
  await database.stop()
})

test('so is one that refuses to start, with its reason', async () => {
  const { starts, said, die, keeping } = aDatabase({ fails: true })
  const database = await keepDatabase(keeping)
  await die()
  while (!/not be restarted/.test(said.at(-1) ?? '')) await new Promise((resolve) => setTimeout(resolve, 1))
  expect(starts).toHaveLength(4)
  expect(said).toContain('The folder is in use.')
  await database.stop()
})

test('deaths far apart do not add up', async () => {
  const { starts, die, keeping } = aDatabase()
  const database = await keepDatabase({ ...keeping, settledAfter: 0 })
  for (let deaths = 0; deaths < 8; deaths += 1) await die()
  expect(starts).toHaveLength(9)
  await database.stop()
})

test('one that was stopped stays stopped, even while it waits to start again', async () => {
  const { starts, said, keeping, die } = aDatabase()
  const database = await keepDatabase({ ...keeping, pauses: [60_000] })
  void die()
  while (said.length === 0) await new Promise((resolve) => setTimeout(resolve, 1))
  await database.stop()
  expect(starts).toHaveLength(1)
})
