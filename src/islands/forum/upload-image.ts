import type { Problem } from '#src/contract/failure.ts'
import { IMAGE_NOT_SENT } from '#src/contract/forum.ts'
import { IMAGE_SENTENCE, MOST_UPLOAD_BYTES, UPLOAD_TYPES, type UploadedImage } from '#src/contract/medium.ts'

const LOST = IMAGE_NOT_SENT
/** An upload that takes longer than this many milliseconds counts as failed. */
const PATIENCE = 120_000

/** Why an image is not even sent; undefined where it may be. */
export function unfit({ size, type }: Pick<File, 'size' | 'type'>): string | undefined {
  if (!UPLOAD_TYPES.some((taken) => taken === type)) return IMAGE_SENTENCE.wrongType
  return size > MOST_UPLOAD_BYTES ? IMAGE_SENTENCE.tooLarge : undefined
}

/** Sends an image and tells how far it is, in per cent. Rejects with a sentence. Not `fetch`, which does not tell. */
export function uploadImage(file: File, onProgress: (percent: number) => void): Promise<UploadedImage> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/api/forum/media')
    request.setRequestHeader('Content-Type', file.type)
    request.responseType = 'json'
    request.timeout = PATIENCE
    request.upload.onprogress = ({ loaded, total }) => onProgress(Math.floor((100 * loaded) / Math.max(total, 1)))
    request.onload = () => {
      if (isUploaded(request.response)) resolve(request.response)
      else reject(new Error(detailOf(request.response) ?? LOST))
    }
    request.onerror = () => reject(new Error(LOST))
    request.ontimeout = request.onerror
    request.send(file)
  })
}

function isUploaded(answer: unknown): answer is UploadedImage {
  return typeof answer === 'object' && answer !== null && 'url' in answer && 'width' in answer
}

function detailOf(answer: unknown): Problem['detail'] | undefined {
  const isProblem = typeof answer === 'object' && answer !== null && 'detail' in answer
  return isProblem && typeof answer.detail === 'string' ? answer.detail : undefined
}
