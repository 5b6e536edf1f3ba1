import { describe, expect, test } from 'vitest'
import { createAccessTokens } from './access-tokens.ts'

const QUARTER = 900

/** A tab whose clock moves only when told to, and a server that numbers its tokens. */
function tab({ lifetime = QUARTER } = {}) {
  let now = 1_000
  let isVisible = true
  let timer: { at: number; work: () => void } | undefined
  const told: string[] = []
  const fetches: { answer: () => void; fail: (fault: unknown) => void }[] = []
  const tokens = createAccessTokens({
    fetchToken: () =>
      new Promise((resolve, fail) => {
        const access_token = `token ${fetches.length + 1}`
        fetches.push({ answer: () => resolve({ access_token, token_type: 'Bearer', expires_in: lifetime }), fail })
      }),
    now: () => now,
    later: (work, milliseconds) => {
      const mine = { at: now + milliseconds, work }
      timer = mine
      return () => {
        if (timer === mine) timer = undefined
      }
    },
    isVisible: () => isVisible,
    onRenewed: () => told.push('renewed'),
    onRefused: () => told.push('refused'),
  })
  const pass = (seconds: number) => {
    now += seconds * 1000
    if (!timer || timer.at > now) return
    const { work } = timer
    timer = undefined
    work()
  }
  const first = async () => {
    const asked = tokens.accessToken()
    fetches.at(-1)?.answer()
    return asked
  }
  return { ...tokens, fetches, told, pass, first, hide: () => (isVisible = false), hasTimer: () => timer !== undefined }
}

const settled = () => new Promise((done) => setTimeout(done))

describe('an access token', () => {
  test('is fetched once for all who ask at once', async () => {
    const { accessToken, fetches } = tab()
    const asked = [accessToken(), accessToken(), accessToken()]
    fetches[0]?.answer()
    expect(await Promise.all(asked)).toEqual(['token 1', 'token 1', 'token 1'])
    expect(fetches).toHaveLength(1)
  })

  test('is kept while a minute or more is left of it', async () => {
    const { accessToken, first, fetches, hide, pass } = tab()
    await first()
    hide()
    pass(QUARTER - 60)
    expect(await accessToken()).toBe('token 1')
    pass(1)
    const asked = accessToken()
    fetches[1]?.answer()
    expect(await asked).toBe('token 2')
  })

  test('is renewed before it expires, in every tab', async () => {
    const { accessToken, first, fetches, pass, told } = tab()
    await first()
    expect(told).toEqual([])
    pass(QUARTER - 60)
    expect(fetches).toHaveLength(2)
    fetches[1]?.answer()
    await settled()
    expect(await accessToken()).toBe('token 2')
    expect(told).toEqual(['renewed'])
  })

  test('is not renewed for a hidden page', async () => {
    const { first, fetches, hide, pass } = tab()
    await first()
    hide()
    pass(2 * QUARTER)
    expect(fetches).toHaveLength(1)
  })

  test('that lives too short is not asked for in a circle', async () => {
    const { first, fetches, pass } = tab({ lifetime: 30 })
    await first()
    pass(59)
    expect(fetches).toHaveLength(1)
  })

  test('is gone once dropped, with the one under way and its timer', async () => {
    const { accessToken, drop, fetches, first, hasTimer } = tab()
    await first()
    drop()
    expect(hasTimer()).toBe(false)
    const late = accessToken()
    drop()
    fetches[1]?.answer()
    await settled()
    fetches[2]?.answer()
    expect(await late).toBe('token 3')
  })

  test('that is refused fails for all callers, says so once, and is requested again', async () => {
    const { accessToken, fetches, told } = tab()
    const asked = [accessToken(), accessToken()]
    fetches[0]?.fail(new Error('no'))
    expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(told).toEqual(['refused'])
    const again = accessToken()
    fetches[1]?.answer()
    expect(await again).toBe('token 2')
  })
})
