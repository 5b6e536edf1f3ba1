import { useEffect, useRef, useState } from 'react'
import { isCancelled } from '#src/islands/account/step-up.ts'
import { toApiError } from '#src/islands/call.ts'
import { uploadImage } from './upload-image.ts'

/** An upload on its way: the name of its file, and how much of it is sent, from 0 to 1. */
type Sending = { name: string; share: number }

/** Sends one file at a time; a new one calls the one before off. `onDone` gets the address it is served at. */
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
