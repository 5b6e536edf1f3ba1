/**
 * A body that is made while it is sent: the next piece is asked for when the one before is gone, and nothing more once the
 * caller has left. The first piece is there before this resolves, so that what fails at once is answered as a failure.
 */
export async function streamOf(pieces: AsyncGenerator<string>): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder()
  let next: IteratorResult<string> | undefined = await pieces.next()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = next ?? (await pieces.next())
      next = undefined
      if (piece.done) return controller.close()
      controller.enqueue(encoder.encode(piece.value))
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}
