import { expect, test } from 'vitest'
import { IMAGE_SENTENCE, MOST_UPLOAD_BYTES } from '#src/contract/medium.ts'
import { unfit } from './upload-image.ts'

test('what the server would refuse is not even sent', () => {
  expect(unfit({ type: 'image/png', size: MOST_UPLOAD_BYTES })).toBeUndefined()
  expect(unfit({ type: 'image/png', size: MOST_UPLOAD_BYTES + 1 })).toBe(IMAGE_SENTENCE.tooLarge)
  expect(unfit({ type: 'image/svg+xml', size: 1 })).toBe(IMAGE_SENTENCE.wrongType)
})
