import { expect, test } from 'vitest'
import { IMAGE_SENTENCE, MOST_UPLOAD_BYTES } from '#src/contract/medium.ts'
import { checkImage, type Upload, uploadImage } from './upload-image.ts'

test('what the server would refuse is not even sent', () => {
  expect(checkImage({ type: 'image/png', size: MOST_UPLOAD_BYTES })).toBeUndefined()
  expect(checkImage({ type: 'image/png', size: MOST_UPLOAD_BYTES + 1 })).toBe(IMAGE_SENTENCE.tooLarge)
  expect(checkImage({ type: 'image/svg+xml', size: 1 })).toBe(IMAGE_SENTENCE.wrongType)
})

test('an upload reports the share that is sent, then the address; a refused file is never sent', async () => {
  const states: Upload[] = []
  const image = { url: '/media/1', width: 40, height: 30 }
  const png = new File(['image'], 'pump.png', { type: 'image/png' })
  await uploadImage(
    png,
    async (onProgress) => {
      onProgress(0.5)
      return image
    },
    (now) => states.push(now),
  )
  expect(states).toEqual([{ share: 0 }, { share: 0.5 }, image])

  const send = () => Promise.reject(new Error('It was sent'))
  await uploadImage(new File(['text'], 'notes.txt', { type: 'text/plain' }), send, (now) => states.push(now))
  expect(states.at(-1)).toMatchObject({ fault: { status: 400, detail: IMAGE_SENTENCE.wrongType } })
})
