import { expect, test } from 'vitest'
import { MOST_UPLOAD_BYTES } from '#src/contract/medium.ts'
import type { AssignedTask } from '#src/contract/task-answer.ts'
import { FILE_SENTENCE } from '#src/contract/task-answer.ts'
import { handInFile, readAllTasks } from './task-calls.ts'

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
  await expect(handInFile(calls, aTask('1'), file)).rejects.toMatchObject({ detail, errors: [{ field: 'file' }] })
})
