import { useState } from 'react'
import { IMAGE_ADDED } from '#src/contract/forum.ts'
import { unfit, uploadImage } from './upload-image.ts'

/** Uploads one image at a time, and says how far it is or why it is not taken. */
export function useUpload(insert: (url: string) => void): { state: string; send: (file: File) => Promise<void> } {
  const [state, setState] = useState('')
  const send = async (file: File) => {
    const fault = unfit(file)
    if (fault) return setState(fault)
    setState('Uploading the image…')
    try {
      const image = await uploadImage(file, (percent) => setState(`Uploading the image: ${percent}%`))
      insert(image.url)
      setState(IMAGE_ADDED)
    } catch (cause) {
      setState(cause instanceof Error ? cause.message : 'The image could not be uploaded.')
    }
  }
  return { state, send }
}
