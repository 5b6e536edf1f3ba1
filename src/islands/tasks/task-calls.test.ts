import { afterEach, expect, test, vi } from 'vitest'
import { MOST_UPLOAD_BYTES } from '#src/contract/medium.ts'
import type { AssignedTask } from '#src/contract/task-answer.ts'
import { FILE_SENTENCE } from '#src/contract/task-answer.ts'
import { createHandIn, readAllTasks, type TaskCalls } from './task-calls.ts'

const aTask = (id: string) => ({ id, kind: 'file' }) as AssignedTask

test('a list in pages is read to its end', async () => {
  const asked: (string | undefined)[] = []
  const tasks = await readAllTasks(async ({ cursor }) => {
    asked.push(cursor)
    return { items: [aTask(`${asked.length}`)], nextCursor: asked.length < 3 ? `after ${asked.length}` : null }
  })
  expect(tasks.map(({ id }) => id)).toEqual(['1', '2', '3'])
  expect(asked).toEqual([undefined, 'after 1', 'after 2'])
})

test.each([
  ['no file', null, 'Choose a file first'],
  ['an empty file', new File([], ''), 'Choose a file first'],
  ['a file that is too large', new File([new Uint8Array(MOST_UPLOAD_BYTES + 1)], 'a.pdf'), FILE_SENTENCE.tooLarge],
])('%s is not sent', async (_, file, detail) => {
  const never = () => Promise.reject(new Error('It was sent'))
  const calls = { upload: never, answer: never, reload: never }
  await expect(createHandIn()(calls, aTask('1'), file)).rejects.toMatchObject({ detail, errors: [{ field: 'file' }] })
})

afterEach(() => vi.unstubAllGlobals())

/** What browsers read files with, and Node.js lacks. */
class Reader {
  result = ''
  onload = () => {}
  async readAsDataURL(file: File) {
    this.result = `data:;base64,${Buffer.from(await file.arrayBuffer()).toString('base64')}`
    this.onload()
  }
}

/** Calls that remember what reached the server, whose answer is lost the first time. */
function lostOnce() {
  const files: string[] = []
  const submissions: string[] = []
  const calls: TaskCalls = {
    upload: async ({ id, name }) => {
      files.push(id)
      return { id, name, contentType: 'application/pdf', size: 1 }
    },
    answer: async (id, { submissionId }) => {
      submissions.push(submissionId)
      if (submissions.length === 1) throw new Error('The answer was lost')
      return { id, state: 'submitted' }
    },
    reload: async () => {},
  }
  return { files, submissions, calls }
}
const distinct = (ids: readonly string[]) => new Set(ids).size

test('a file that is sent again because its answer was lost is the same file and the same submission', async () => {
  vi.stubGlobal('FileReader', Reader)
  const { files, submissions, calls } = lostOnce()
  const handIn = createHandIn()
  // A browser may give another object for the same chosen file each time.
  const chosen = () => new File(['%PDF-'], 'plan.pdf', { lastModified: 1 })
  await expect(handIn(calls, aTask('1'), chosen())).rejects.toThrow('lost')
  await handIn(calls, aTask('1'), chosen())
  expect([files, submissions].map((ids) => [ids.length, distinct(ids)])).toEqual([
    [2, 1],
    [2, 1],
  ])
  await handIn(calls, aTask('1'), new File(['%PDF-2'], 'plan.pdf', { lastModified: 2 }))
  expect([distinct(files), distinct(submissions)]).toEqual([2, 2])
})

test('words that were changed after a lost answer are a submission of their own', async () => {
  const { submissions, calls } = lostOnce()
  const handIn = createHandIn()
  const task = { id: '1', kind: 'text' } as const
  await expect(handIn(calls, task, { kind: 'text', text: 'Two tables' })).rejects.toThrow('lost')
  await handIn(calls, task, { kind: 'text', text: 'Two tables' })
  expect(distinct(submissions)).toBe(1)
  await handIn(calls, task, { kind: 'text', text: 'Three tables' })
  expect(distinct(submissions)).toBe(2)
})
