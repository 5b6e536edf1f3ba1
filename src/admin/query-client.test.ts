import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { queryClient } from './query-client.ts'

test.each([
  ['seen', true],
  ['not seen yet', false],
])('a list that is %s, and loaded for the first time while it changes, is fetched once more', async (_, isSeen) => {
  const queryKey = ['vendors', String(isSeen)]
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  let asked = 0
  const queryFn = () => answers[asked++]?.promise ?? Promise.reject(new Error('asked too often'))
  const observer = new QueryObserver(queryClient, { queryKey, queryFn })
  const leave = isSeen ? observer.subscribe(() => {}) : () => {}
  if (!isSeen) void queryClient.prefetchQuery({ queryKey, queryFn })
  const refreshed = queryClient.invalidateQueries({ queryKey: ['vendors'] })
  answers[0]?.resolve('before the change')
  answers[1]?.resolve('after the change')
  await refreshed
  const shown = isSeen ? queryClient.getQueryData(queryKey) : await queryClient.fetchQuery({ queryKey, queryFn })
  expect({ shown, asked }).toEqual({ shown: 'after the change', asked: 2 })
  leave()
  queryClient.clear()
})
