import { IMAGE_SENTENCE, MOST_UPLOAD_BYTES, UPLOAD_TYPES, type UploadedImage } from '#src/contract/medium.ts'
import { ApiError, toApiError } from './call.ts'

/** The state of an upload: the share that is sent, from 0 to 1; then the image's address, or why it failed. */
export type Upload =
  | { share: number; url?: never; fault?: never }
  | { share?: never; url: string; fault?: never }
  | { share?: never; url?: never; fault: ApiError }

/** Uploads an image by `send`, and reports each state. An image that the server would refuse is not sent. */
export async function uploadImage(
  file: File,
  send: (onProgress: UploadOptions['onProgress']) => Promise<UploadedImage>,
  report: (upload: Upload) => void,
): Promise<void> {
  const detail = checkImage(file)
  if (detail) return report({ fault: new ApiError({ status: 400, code: 'invalid', detail }) })
  const onProgress = (share: number) => report({ share })
  onProgress(0)
  try {
    report(await send(onProgress))
  } catch (fault) {
    report({ fault: toApiError(fault) })
  }
}

/** An upload that takes longer than this, in milliseconds, has failed. */
const TIMEOUT = 120_000

type UploadOptions = {
  /** Called with the share that is sent, from 0 to 1. */
  onProgress: (share: number) => void
  signal?: AbortSignal
}

type Answer = { ok: boolean; status: number; headers: Headers; json: () => Promise<UploadedImage> }

/** Why an image is not even sent; undefined if it may be. */
export function checkImage({ size, type }: Pick<File, 'size' | 'type'>): string | undefined {
  if (!UPLOAD_TYPES.some((taken) => taken === type)) return IMAGE_SENTENCE.wrongType
  return size > MOST_UPLOAD_BYTES ? IMAGE_SENTENCE.tooLarge : undefined
}

/** Sends an image and returns an answer for `call`. Not by `fetch`, which does not report the progress of an upload. */
export function postImage(address: string, file: File, { onProgress, signal }: UploadOptions): Promise<Answer> {
  const sending = new XMLHttpRequest()
  const answer = Promise.withResolvers<Answer>()
  sending.open('POST', address)
  sending.timeout = TIMEOUT
  sending.setRequestHeader('Content-Type', file.type)
  sending.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
  sending.onload = () => {
    const { status, responseText } = sending
    const headers = new Headers({ 'Retry-After': sending.getResponseHeader('Retry-After') ?? '' })
    answer.resolve({ ok: status < 300, status, headers, json: async () => JSON.parse(responseText) })
  }
  sending.onerror = () => answer.reject(new TypeError('The upload was interrupted'))
  sending.ontimeout = () => answer.reject(new DOMException('The upload took too long', 'TimeoutError'))
  sending.onabort = () => answer.reject(new DOMException('The upload was stopped', 'AbortError'))
  signal?.addEventListener('abort', () => sending.abort())
  sending.send(file)
  return answer.promise
}
