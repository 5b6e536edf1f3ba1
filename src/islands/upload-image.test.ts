import { expect, test } from 'vitest'
import { IMAGE_SENTENCE, MOST_UPLOAD_BYTES } from '#src/contract/medium.ts'
import { checkImage } from './upload-image.ts'

test('what the server would refuse is not even sent', () => {
  expect(checkImage({ type: 'image/png', size: MOST_UPLOAD_BYTES })).toBeUndefined()
  expect(checkImage({ type: 'image/png', size: MOST_UPLOAD_BYTES + 1 })).toBe(IMAGE_SENTENCE.tooLarge)
  expect(checkImage({ type: 'image/svg+xml', size: 1 })).toBe(IMAGE_SENTENCE.wrongType)
})
