import { expect, test } from 'vitest'
import { Failure } from '#src/contract/failure.ts'
import { hashQueue, type QueueTurn, turnOfKnown, turnOfStranger } from './hash-queue.ts'

const BUSY = { kind: 'unavailable', retryAfter: 2 }

/** A queue whose work ends when it is told to; `served` is who had their turn, `sentAway` who was refused. */
function watched(atATime: number, most: { known: number; strangers: number }) {
  const inTurn = hashQueue(atATime, most)
  const served: string[] = []
  const sentAway: string[] = []
  const ends: (() => void)[] = []
  const ask = (place: QueueTurn, name = place.whose) =>
    inTurn(place, () => {
      served.push(name)
      return new Promise<void>((resolve) => ends.push(resolve))
    }).catch((fault: unknown) => {
      expect(fault).toMatchObject(BUSY)
      sentAway.push(name)
    })
  const drain = async (asked: Promise<unknown>[]) => {
    const all = Promise.all(asked)
    let isOver = false
    void all.then(() => {
      isOver = true
    })
    while (!isOver) {
      ends.shift()?.()
      await new Promise(setImmediate)
    }
  }
  return { ask, drain, served, sentAway, inTurn }
}

test('few run at a time, in order, and the place is free again', async () => {
  const { ask, drain, served, inTurn } = watched(2, { known: 10, strangers: 10 })
  const asked = ['a', 'b', 'c', 'd'].map((whose) => ask(turnOfStranger(whose)))
  await new Promise(setImmediate)
  expect(served).toEqual(['a', 'b'])
  await drain(asked)
  expect(served).toEqual(['a', 'b', 'c', 'd'])
  expect(await inTurn(turnOfStranger('e'), async () => 'free again')).toBe('free again')
})

test('strangers who find the queue full are sent away; known people are not', async () => {
  const { ask, drain, served, sentAway } = watched(1, { known: 2, strangers: 2 })
  const strangers = ['running', 'a', 'b', 'c'].map((whose) => ask(turnOfStranger(whose)))
  const known = ['ada', 'bea', 'carl'].map((whose) => ask(turnOfKnown(whose)))
  await drain([...strangers, ...known])
  expect(sentAway).toEqual(['c', 'carl'])
  expect(served.sort()).toEqual(['a', 'ada', 'b', 'bea', 'running'])
})

test('a known person waits for one stranger at most, however many wait, and strangers go on too', async () => {
  const { ask, drain, served } = watched(1, { known: 9, strangers: 99 })
  const asked = Array.from({ length: 9 }, (_, index) => ask(turnOfStranger(`s${index}`)))
  for (const whose of ['ada', 'bea', 'carl']) asked.push(ask(turnOfKnown(whose)))
  await drain(asked)
  expect(served.slice(0, 7)).toEqual(['s0', 'ada', 's1', 'bea', 's2', 'carl', 's3'])
})

test('requests from one address do not delay others', async () => {
  const { ask, drain, served } = watched(1, { known: 9, strangers: 99 })
  const flood = Array.from({ length: 6 }, (_, index) => ask(turnOfStranger('flood'), `f${index}`))
  await drain([...flood, ask(turnOfStranger('a')), ask(turnOfStranger('b'))])
  expect(served).toEqual(['f0', 'f1', 'a', 'b', 'f2', 'f3', 'f4', 'f5'])
})

test('if the queue is full, the last work of the caller with most waiting makes room', async () => {
  const { ask, drain, served, sentAway } = watched(1, { known: 9, strangers: 4 })
  const flood = Array.from({ length: 6 }, (_, index) => ask(turnOfStranger('flood'), `f${index}`))
  const others = ['a', 'b', 'c', 'd'].map((whose) => ask(turnOfStranger(whose)))
  await drain([...flood, ...others])
  expect(sentAway).toEqual(['f5', 'f4', 'f3', 'f2', 'd'])
  expect(served).toEqual(['f0', 'f1', 'a', 'b', 'c'])
})

test('a hundred and twenty strangers at once all find room', async () => {
  const inTurn = hashQueue()
  const asked = Array.from({ length: 121 }, (_, index) =>
    inTurn(turnOfStranger(`a${index}`), () => Promise.resolve(index)),
  )
  expect(await Promise.all(asked)).toHaveLength(121)
})

test('it goes on after work that fails', async () => {
  const inTurn = hashQueue(1)
  await expect(inTurn(turnOfStranger('a'), () => Promise.reject(new Failure('invalid', 'no')))).rejects.toThrow('no')
  expect(await inTurn(turnOfStranger('a'), async () => 1)).toBe(1)
})
