import { describe, expect, test } from 'vitest'
import { FACTOR_SENTENCE } from '#src/contract/factor.ts'
import { ApiError } from '../call.ts'
import { createResource } from '../resource/resource.ts'
import { createStepUp, isCancelled } from './step-up.ts'

const stepUp = new ApiError({ status: 403, code: 'step_up', detail: FACTOR_SENTENCE.stepUp })
const offline = new ApiError({ status: 0, code: 'offline', detail: 'x' })

describe('what a block shows', () => {
  /** Answers that come when told to. */
  function server() {
    const calls: PromiseWithResolvers<number>[] = []
    const faults: string[] = []
    const resource = createResource(
      () => {
        const call = Promise.withResolvers<number>()
        calls.push(call)
        return call.promise
      },
      ({ code }) => faults.push(code),
    )
    return { ...resource, calls, faults }
  }

  test('is loading, then ready', async () => {
    const { $state, load, calls } = server()
    const loading = load()
    expect($state.get()).toEqual({ status: 'loading' })
    calls[0]?.resolve(1)
    await loading
    expect($state.get()).toEqual({ status: 'ready', value: 1, isStale: false })
  })

  test('has failed with the reason, and is loading at the next try', async () => {
    const { $state, load, calls, faults } = server()
    const loading = load()
    calls[0]?.reject(offline)
    await loading
    expect($state.get()).toEqual({ status: 'failed', fault: offline })
    expect(faults).toEqual(['offline'])
    void load()
    expect($state.get()).toEqual({ status: 'loading' })
  })

  test('stays while it is read again, and when that fails', async () => {
    const { $state, load, calls } = server()
    const first = load()
    calls[0]?.resolve(1)
    await first
    const second = load()
    expect($state.get()).toMatchObject({ status: 'ready', value: 1 })
    calls[1]?.reject(offline)
    await second
    expect($state.get()).toEqual({ status: 'ready', value: 1, isStale: true })
  })

  test('is forgotten, even if it is still on its way', async () => {
    const { $state, load, forget, calls } = server()
    const loading = load()
    forget()
    calls[0]?.resolve(1)
    await loading
    expect($state.get()).toEqual({ status: 'loading' })
  })

  test('is the newest answer, in whatever order they come', async () => {
    const { $state, load, calls } = server()
    const both = [load(), load()]
    calls[1]?.resolve(2)
    calls[0]?.resolve(1)
    await Promise.all(both)
    expect($state.get()).toMatchObject({ value: 2 })
  })
})

describe('what needs a fresh proof', () => {
  /** An action that is refused until somebody has shown who they are. */
  function dangerous() {
    let isFresh = false
    let tries = 0
    const act = async () => {
      tries += 1
      if (!isFresh) throw stepUp
      return 'done'
    }
    return { act, show: () => (isFresh = true), tries: () => tries }
  }
  const settled = () => new Promise((done) => setTimeout(done))

  test('is asked for and then done', async () => {
    const { $isStepUpOpen, withStepUp, closeStepUp } = createStepUp()
    const { act, show, tries } = dangerous()
    const done = withStepUp(act)
    await settled()
    expect($isStepUpOpen.get()).toBe(true)
    show()
    closeStepUp(true)
    expect(await done).toBe('done')
    expect([$isStepUpOpen.get(), tries()]).toEqual([false, 2])
  })

  test('is not done when the question is closed', async () => {
    const { withStepUp, closeStepUp } = createStepUp()
    const { act, tries } = dangerous()
    const done = withStepUp(act).catch(isCancelled)
    await settled()
    closeStepUp(false)
    expect(await done).toBe(true)
    expect(tries()).toBe(1)
  })

  test('is asked for once by all that wait', async () => {
    const { withStepUp, closeStepUp } = createStepUp()
    const [one, two] = [dangerous(), dangerous()]
    const done = Promise.all([withStepUp(one.act), withStepUp(two.act)])
    await settled()
    one.show()
    two.show()
    closeStepUp(true)
    expect(await done).toEqual(['done', 'done'])
  })

  test('other refusals are passed on', async () => {
    const { $isStepUpOpen, withStepUp } = createStepUp()
    await expect(withStepUp(() => Promise.reject(offline))).rejects.toBe(offline)
    expect($isStepUpOpen.get()).toBe(false)
  })
})
