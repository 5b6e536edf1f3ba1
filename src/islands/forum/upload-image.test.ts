import { expect, test } from 'vitest'
import { IMAGE_SENTENCE, MOST_UPLOAD_BYTES } from '#src/contract/medium.ts'
import { imageMark, unfit } from './upload-image.ts'

test('what the server would refuse is not even sent', () => {
  expect(unfit({ type: 'image/png', size: MOST_UPLOAD_BYTES })).toBeUndefined()
  expect(unfit({ type: 'image/png', size: MOST_UPLOAD_BYTES + 1 })).toBe(IMAGE_SENTENCE.tooLarge)
  expect(unfit({ type: 'image/svg+xml', size: 1 })).toBe(IMAGE_SENTENCE.wrongType)
})

test('the name of a file describes its image and breaks out of nothing', () => {
  const image = { url: '/media/1', width: 1, height: 1 }
  expect(imageMark(image, 'bearing.png')).toBe('![bearing](/media/1)')
  expect(imageMark(image, 'a](javascript:x)<b>`.png')).toBe('![a (javascript:x) b](/media/1)')
  expect(imageMark(image, '.png')).toBe('![image](/media/1)')
})
