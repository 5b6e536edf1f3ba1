import { useEffect, useRef, useState } from 'react'
import { IMAGE_SENTENCE, MOST_UPLOAD_BYTES, UPLOAD_TYPES, type UploadedImage } from '#src/contract/medium.ts'
import { isCancelled } from '#src/islands/account/step-up.ts'
import { ApiError, toApiError } from '#src/islands/call.ts'
import { ask } from '../api.ts'

/** An upload on its way: the name of its file, and how much of it is sent, from 0 to 1. */
type Sending = { name: string; share: number }

/** Uploads one file at a time; a new upload cancels the one before. `onDone` gets the address of the file. */
export function useUpload(onDone: (url: string) => void) {
  const [sending, setSending] = useState<Sending>()
  const [error, setError] = useState<string>()
  const running = useRef<AbortController>(undefined)
  const stop = () => {
    running.current?.abort()
    running.current = undefined
    setSending(undefined)
  }
  useEffect(() => () => running.current?.abort(), [])
  const start = async (file: File) => {
    stop()
    const own = new AbortController()
    running.current = own
    setError(undefined)
    setSending({ name: file.name, share: 0 })
    try {
      const onProgress = (share: number) => !own.signal.aborted && setSending({ name: file.name, share })
      const { url } = await uploadImage(file, { onProgress, signal: own.signal })
      if (!own.signal.aborted) onDone(url)
    } catch (fault) {
      if (!own.signal.aborted && !isCancelled(fault)) setError(toApiError(fault).detail)
    }
    if (running.current === own) stop()
  }
  return { sending, error, start: (file: File) => void start(file), stop }
}

const PATIENCE = 120_000

const ADDRESS = '/api/admin/media'

type Watching = {
  /** Of what is sent, from 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Why a file is not uploaded at all; undefined for one that may be an image. */
function refusalOf({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!UPLOAD_TYPES.some((taken) => taken === type)) return IMAGE_SENTENCE.wrongType
  return size > MOST_UPLOAD_BYTES ? IMAGE_SENTENCE.tooLarge : undefined
}

/** Uploads a logo or photo; the server encodes it again and returns its address. Throws `ApiError`. */
async function uploadImage(file: File, watching: Watching): Promise<UploadedImage> {
  const detail = refusalOf(file)
  if (detail !== undefined) throw new ApiError({ status: 0, code: 'invalid', detail })
  return ask(() => post<UploadedImage>(file, watching))
}

/** XMLHttpRequest reports how much has been sent, which `fetch` cannot. The answer has fetch's shape. */
function post<T>(file: File, { onProgress, signal }: Watching) {
  const sending = new XMLHttpRequest()
  const answer = Promise.withResolvers<{ ok: boolean; status: number; headers: Headers; json: () => Promise<T> }>()
  sending.open('POST', ADDRESS)
  sending.timeout = PATIENCE
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
  signal.addEventListener('abort', () => sending.abort())
  sending.send(file)
  return answer.promise
}
