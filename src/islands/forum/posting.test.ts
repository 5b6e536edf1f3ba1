import { describe, expect, test } from 'vitest'
import type { Posted } from '#src/contract/forum-post.ts'
import { ApiError } from '../call.ts'
import { createDraft } from '../drafts/draft-store.ts'
import { BLANK_POST, isBlankPost, POST_SEPARATORS, type PostFields } from './forum-draft.ts'
import { createPosting } from './posting.ts'

const POSTED: Posted = {
  topicId: 'topic',
  version: 1,
  post: {
    id: 'post',
    number: 2,
    state: 'shown',
    author: null,
    html: '<p>a</p>',
    replyTo: null,
    thankCount: 0,
    isSolution: false,
    createdAt: 0,
    editedAt: null,
    isEditedByStaff: false,
  },
  change: null,
}
const offline = new ApiError({ status: 0, code: 'offline', detail: 'The server could not be reached.' })

/** A reply whose server answers when told to. */
function openPosting() {
  const sent: { writing: PostFields; key: string }[] = []
  const posted: Posted[] = []
  const kept: string[] = []
  let answer = Promise.withResolvers<Posted>()
  let names = 0
  const draft = createDraft({
    blank: BLANK_POST,
    isEmpty: isBlankPost,
    separators: POST_SEPARATORS,
    storage: {
      open: async () => undefined,
      save: ({ source }) => kept.push(source) > 0,
      remove: () => {},
      close: () => {},
    },
    newId: () => `name${++names}`,
    now: () => 0,
    schedule: () => () => {},
    onRestored: () => {},
  })
  draft.edit({ source: 'Check the shims.' })
  const store = createPosting({
    draft,
    check: ({ source }) => ({ source: source.trim() === '' ? 'Text is required' : undefined }),
    send: (writing, key) => {
      sent.push({ writing, key })
      answer = Promise.withResolvers()
      return answer.promise
    },
    onPosted: (answered) => void posted.push(answered),
  })
  const failing = async (fault: unknown) => {
    const sending = store.post()
    answer.reject(fault)
    await sending
  }
  const succeeding = async () => {
    const sending = store.post()
    answer.resolve(POSTED)
    await sending
  }
  return { ...store, draft, sent, posted, kept, failing, succeeding }
}

test('a second press while the first is on its way sends nothing', async () => {
  const { post, sent, $posting } = openPosting()
  void post()
  void post()
  expect(sent).toHaveLength(1)
  expect($posting.get().isBusy).toBe(true)
})

test('a text is kept before it is sent, so that it is not lost with its tab', () => {
  const { post, kept } = openPosting()
  void post()
  expect(kept).toEqual(['Check the shims.'])
})

test('what is posted leaves the form empty, and the next text has a key of its own', async () => {
  const { succeeding, draft, posted, sent } = openPosting()
  await succeeding()
  expect(posted).toEqual([POSTED])
  expect(draft.$draft.get().fields).toEqual(BLANK_POST)
  draft.edit({ source: 'Check the shims.' })
  await succeeding()
  expect(sent[0]?.key).not.toBe(sent[1]?.key)
})

describe('after an answer that was lost', () => {
  test('the text stays, and the same words go under the same key', async () => {
    const { failing, succeeding, draft, sent, $posting } = openPosting()
    await failing(offline)
    expect(draft.$draft.get().fields.source).toBe('Check the shims.')
    expect($posting.get().fault?.mayTryAgain).toBe(true)
    expect($posting.get().fault?.message).toContain('still here')
    await succeeding()
    expect(sent[0]?.key).toBe(sent[1]?.key)
    expect($posting.get().fault).toBeUndefined()
  })

  test('other words go under another key', async () => {
    const { failing, draft, sent } = openPosting()
    await failing(offline)
    draft.edit({ source: 'Check the shims twice.' })
    await failing(offline)
    expect(sent[0]?.key).not.toBe(sent[1]?.key)
  })
})

test('an error is shown beside its field', async () => {
  const { failing, $posting } = openPosting()
  const errors = [{ field: 'source', message: 'Text is required' }]
  await failing(new ApiError({ status: 400, code: 'invalid', detail: 'Check the fields.', errors }))
  expect($posting.get().fault).toMatchObject({ message: 'Text is required', fields: { source: 'Text is required' } })
})

describe('after a text was refused', () => {
  const refusal = (field: string, message: string) =>
    new ApiError({ status: 400, code: 'invalid', detail: 'Check the fields.', errors: [{ field, message }] })

  test('what the form can check itself is shown without a request, until it is corrected', () => {
    const { post, draft, sent, $posting } = openPosting()
    draft.edit({ source: ' ' })
    expect($posting.get().fault).toBeUndefined()
    void post()
    expect(sent).toHaveLength(0)
    expect($posting.get().fault).toMatchObject({ message: 'Text is required', fields: { source: 'Text is required' } })
    draft.edit({ source: 'Words' })
    expect($posting.get().fault).toBeUndefined()
    draft.edit({ source: '' })
    expect($posting.get().fault?.fields.source).toBe('Text is required')
  })

  test('a change of a field takes what the server said of it away, and of no other', async () => {
    const { failing, draft, $posting } = openPosting()
    await failing(refusal('source', 'Too many links'))
    draft.edit({ title: 'Another title' })
    expect($posting.get().fault?.message).toBe('Too many links')
    draft.edit({ source: 'No links' })
    expect($posting.get().fault).toBeUndefined()
  })

  test('a change does not hide a refusal that is about no field', async () => {
    const { failing, draft, $posting } = openPosting()
    await failing(offline)
    draft.edit({ source: 'Other words' })
    expect($posting.get().fault?.mayTryAgain).toBe(true)
  })
})

test('a member who was signed out is sent to the sign-in page, and keeps the text', async () => {
  const { failing, $posting, draft } = openPosting()
  await failing(new ApiError({ status: 401, code: 'unauthenticated', detail: 'Sign in first.' }))
  expect($posting.get().fault).toMatchObject({ isSignedOut: true })
  expect(draft.$draft.get().fields.source).not.toBe('')
})
