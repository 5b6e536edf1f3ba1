import { useEffect, useRef, useState } from 'react'
import { isCancelled } from '#src/islands/account/step-up.ts'
import { ApiError, toApiError } from '#src/islands/call.ts'
import { checkImage, postImage } from '#src/islands/upload-image.ts'
import { ask } from '../api.ts'

/** A running upload: the name of its file, and the share that is sent, from 0 to 1. */
type Sending = { name: string; share: number }

/** Uploads one file at a time; a new one cancels the previous one. `onDone` gets the address of the image. */
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

/** Uploads a logo or photo, which the server encodes again. Throws `ApiError`. */
async function uploadImage(file: File, options: { onProgress: (share: number) => void; signal: AbortSignal }) {
  const detail = checkImage(file)
  if (detail !== undefined) throw new ApiError({ status: 0, code: 'invalid', detail })
  return ask(() => postImage('/api/admin/media', file, options))
}
